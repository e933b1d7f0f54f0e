-- The totals of a business in a period: of days that are no whole months, and of what was cancelled since.
drop index purchase_by_business;
create index purchase_by_business on purchase (business_id, created_at desc, purchase_id desc) include (items_amount);
create index purchase_of_cancelled on purchase (business_id, created_at) include (store_id, items_amount)
  where cancelled_at is not null;
