-- How many purchases of each month an order has: what is left to order is counted without looking into each purchase.
create table amc_order_month (
  amc_order_id integer not null references amc_order on delete cascade,
  -- Of the purchases, by the clock of Rome: its first day.
  month date not null,
  business_id integer not null references business,
  purchases integer not null,
  primary key (amc_order_id, month)
);

-- As its owner: the server's role has its rights on the table only after the migrations.
create function count_ordered() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into amc_order_month
    select amc_order_id, date_trunc('month', created_at at time zone 'Europe/Rome')::date, business_id, count(*)
    -- Each by its key: the plan is kept for the connection, and an order of 100,000 purchases would make it read them all.
    from made cross join lateral (
      select created_at, business_id from purchase where purchase.purchase_id = made.purchase_id offset 0
    ) sold group by 1, 2, 3
    on conflict (amc_order_id, month) do update set purchases = amc_order_month.purchases + excluded.purchases;
  return null;
end $$;
create trigger counted_ordered after insert on amc_order_purchase
  referencing new table as made for each statement execute function count_ordered();

insert into amc_order_month
  select amc_order_id, date_trunc('month', created_at at time zone 'Europe/Rome')::date, business_id, count(*)
  from amc_order_purchase join purchase using (purchase_id) group by 1, 2, 3;
create index amc_order_month_by_business on amc_order_month (business_id, month) include (amc_order_id, purchases);
