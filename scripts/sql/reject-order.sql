-- Rejects an AMC order (id) with a reason (reason), and releases its purchases.
begin;
select amc_order_id from outbox where amc_order_id = :id and settled_at is null for update;
with settled as (
  update outbox set settled_at = now(), last_error = null where amc_order_id = :id and settled_at is null
  returning amc_order_id
), rejected as (
  update amc_order set esb_status = 'REJECTED', esb_reason = :'reason', rejected_at = now() from settled
  where amc_order.amc_order_id = settled.amc_order_id
), released as (
  update amc_order_purchase set released_at = now() from settled
  where amc_order_purchase.amc_order_id = settled.amc_order_id and released_at is null
)
insert into audit (at, action, details)
  select now(), 'AMC_ORDER_REJECTED', jsonb_build_object('amcOrderId', amc_order_id, 'by', session_user) from settled;
commit;
