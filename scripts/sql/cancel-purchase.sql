-- Cancels a purchase (id), dated today, whatever its month. One in an AMC order that was not rejected stays.
begin;
select status from purchase where purchase_id = :id for update;
select residual from voucher where voucher_id = (select voucher_id from purchase where purchase_id = :id) for update;
with cancelled as (
  update purchase set status = 'CANCELLED', cancelled_at = instant_in_open_month(asl_id, business_id, clock_timestamp())
  where purchase_id = :id and status = 'ACTIVE' and not exists (
    select from amc_order_purchase where amc_order_purchase.purchase_id = :id and released_at is null
  )
  returning *
), refunded as (
  update voucher set residual = least(residual + items_amount, initial_amount) from cancelled
  where voucher.voucher_id = cancelled.voucher_id
  returning residual
), entry as (
  insert into ledger_entry (purchase_id, kind, amount, at, counts_at, sold_at, voucher_id, patient_id, asl_id, business_id,
      store_id, dossier_type, parties_id)
    select purchase_id, 'CANCELLATION', -items_amount, clock_timestamp(), cancelled_at, created_at, voucher_id, patient_id,
      cancelled.asl_id, business_id, store_id, dossier.type, parties_id
    from cancelled join dossier using (dossier_id, patient_id)
)
insert into audit (at, action, patient_id, voucher_id, purchase_id, details)
  select now(), 'PURCHASE_CANCELLED', patient_id, voucher_id, purchase_id,
    jsonb_build_object('itemsAmount', items_amount::text, 'residualAfter', residual::text, 'by', session_user)
  from cancelled, refunded;
commit;
