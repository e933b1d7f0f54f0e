-- Keeps everybody from delivering an AMC order (id) for a day.
update outbox set next_attempt_at = now() + interval '1 day' where amc_order_id = :id and settled_at is null;
