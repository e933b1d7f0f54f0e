-- The key that signs the codes of receipts. It stays, so that a receipt proves itself for ever.
create table receipt_key (
  only_row boolean primary key default true check (only_row),
  key text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
);
insert into receipt_key default values;
