-- Counts the purchases of an AMC order (id) by month anew, and releases those of a rejected one.
begin;
select amc_order_id from amc_order where amc_order_id = :id for update;
update amc_order_purchase set released_at = case when esb_status = 'REJECTED' then rejected_at end
  from amc_order
  where amc_order_purchase.amc_order_id = :id and amc_order.amc_order_id = :id
    and (released_at is not null) <> (esb_status = 'REJECTED');
delete from amc_order_month where amc_order_id = :id;
insert into amc_order_month
  select amc_order_id, date_trunc('month', created_at at time zone 'Europe/Rome')::date, business_id, count(*)
  from amc_order_purchase join purchase using (purchase_id) where amc_order_id = :id group by 1, 2, 3;
commit;
