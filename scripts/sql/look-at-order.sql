-- Shows the stored, the sent and the computed amount of an AMC order (id); then its purchases that differ.
select amount as stored, payload ->> 'amount' as sent, (
    select sum(items_amount) from amc_order_purchase join purchase using (purchase_id) where amc_order_id = :id
  ) as computed
  from amc_order join outbox using (amc_order_id) where amc_order_id = :id;
select purchase_id, items_amount, sent.amount as sent
  from outbox cross join jsonb_to_recordset(payload -> 'purchases') as sent ("purchaseId" integer, amount numeric)
  join purchase on purchase_id = "purchaseId" where amc_order_id = :id and items_amount <> sent.amount;
