-- Makes the amount of an AMC order (id) anew from its purchases.
begin;
select amount from amc_order where amc_order_id = :id for update;
with ledger as (
  select amc_order_id, amount as stored, (
    select sum(items_amount) from amc_order_purchase join purchase using (purchase_id) where amc_order_id = :id
  ) as computed
  from amc_order where amc_order_id = :id
), mended as (
  update amc_order set amount = computed from ledger where amc_order.amc_order_id = ledger.amc_order_id
)
insert into audit (at, action, details)
  select now(), 'ROW_CHANGED', jsonb_build_object(
    'table', 'amc_order', 'id', amc_order_id, 'by', session_user,
    'changes', jsonb_build_object('amount', jsonb_build_object('from', stored::text, 'to', computed::text)))
  from ledger where stored <> computed;
commit;
