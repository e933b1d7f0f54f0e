-- Makes the totals of a purchase (id) anew from its quantities and prices.
begin;
select items_amount from purchase where purchase_id = :id for update;
with ledger as (
  select purchase_id, patient_id, voucher_id, items_amount as stored, (
    select sum(greatest(round(quantity * unit_price, 2), 0.01)) from purchase_item where purchase_id = :id
  ) as computed, (
    select jsonb_agg(jsonb_build_object('position', position, 'from', total::text))
    from purchase_item where purchase_id = :id and total <> greatest(round(quantity * unit_price, 2), 0.01)
  ) as wrong_lines
  from purchase where purchase_id = :id
), lines as (
  update purchase_item set total = greatest(round(quantity * unit_price, 2), 0.01) where purchase_id = :id
), mended as (
  update purchase set items_amount = computed from ledger where purchase.purchase_id = ledger.purchase_id
)
insert into audit (at, action, patient_id, voucher_id, purchase_id, details)
  select now(), 'ROW_CHANGED', patient_id, voucher_id, purchase_id, jsonb_build_object(
    'table', 'purchase', 'id', purchase_id, 'by', session_user, 'lines', wrong_lines,
    'changes', jsonb_build_object('itemsAmount', jsonb_build_object('from', stored::text, 'to', computed::text)))
  from ledger where stored <> computed or wrong_lines is not null;
commit;
