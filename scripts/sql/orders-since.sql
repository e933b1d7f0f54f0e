-- Shows the AMC orders since an instant (since).
select amc_order_id, idempotency_key, esb_status, amount from outbox join amc_order using (amc_order_id)
  where created_at > timestamptz :'since' order by amc_order_id;
