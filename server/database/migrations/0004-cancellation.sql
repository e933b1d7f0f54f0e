-- Wrong cancellation codes in a row of one business (decisions §6).
create table cancel_code_attempts (
  business_id integer primary key references business,
  failures integer not null default 0,
  locked_until timestamptz
);

-- The cancelled purchase whose lines a cart was opened with.
alter table cart add column recreated_from integer references purchase;
create index cart_by_recreated_purchase on cart (recreated_from) where recreated_from is not null;
