-- Accepts an AMC order (id).
begin;
select amc_order_id from outbox where amc_order_id = :id and settled_at is null for update;
with settled as (
  update outbox set settled_at = now(), last_error = null where amc_order_id = :id and settled_at is null
  returning amc_order_id
), accepted as (
  update amc_order set esb_status = 'ACCEPTED' from settled where amc_order.amc_order_id = settled.amc_order_id
)
insert into audit (at, action, details)
  select now(), 'AMC_ORDER_ACCEPTED', jsonb_build_object('amcOrderId', amc_order_id, 'by', session_user) from settled;
commit;
