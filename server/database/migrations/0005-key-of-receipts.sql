-- The key that signs the codes of receipts. It stays, so that a receipt proves itself for ever.
create table receipt_key (key text not null);
insert into receipt_key values (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));
