-- The totals of a business in a period: what was cancelled since is subtracted from the sums by month.
create index purchase_of_cancelled on purchase (business_id, created_at) include (store_id, items_amount)
  where cancelled_at is not null;
