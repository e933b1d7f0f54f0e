-- A store's transactions are read oldest first, a batch at a time: the corrections dated when they happened.
create index purchase_by_store_cancellation on purchase (store_id, cancelled_at) where cancelled_at is not null;
