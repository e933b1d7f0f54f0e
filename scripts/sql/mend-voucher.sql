-- Makes the residual of a voucher (id) anew: its initial amount less what the ledger has.
begin;
select residual from voucher where voucher_id = :id for update;
with ledger as (
  select voucher_id, patient_id, residual as stored, initial_amount - coalesce((
    select sum(amount) from purchase join ledger_entry using (purchase_id)
    where purchase.voucher_id = voucher.voucher_id
  ), 0) as computed
  from voucher join dossier using (dossier_id) where voucher_id = :id
), mended as (
  update voucher set residual = computed from ledger
  where voucher.voucher_id = ledger.voucher_id and stored <> computed
)
insert into audit (at, action, patient_id, voucher_id, details)
  select now(), 'ROW_CHANGED', patient_id, voucher_id, jsonb_build_object(
    'table', 'voucher', 'id', voucher_id, 'by', session_user,
    'changes', jsonb_build_object('residual', jsonb_build_object('from', stored::text, 'to', computed::text)))
  from ledger where stored <> computed;
commit;
