-- Shows the AMC orders without a verdict.
select amc_order_id, idempotency_key, esb_status, created_at, attempts, next_attempt_at, last_error
  from outbox join amc_order using (amc_order_id) where settled_at is null order by created_at;
