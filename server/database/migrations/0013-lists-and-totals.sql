-- The order in which the store locator reads the businesses, a batch at a time.
create index business_by_name on business (company_name, business_id);

-- Totals of the history and of a bill, read from the index alone.
drop index purchase_by_status;
create index purchase_by_status on purchase (business_id, status, purchase_id) include (items_amount);
drop index purchase_by_payer;
create index purchase_by_payer on purchase (asl_id, created_at) include (business_id, items_amount);
drop index purchase_by_cancellation;
create index purchase_by_cancellation on purchase (asl_id, cancelled_at) include (business_id, created_at, items_amount)
  where cancelled_at is not null;
