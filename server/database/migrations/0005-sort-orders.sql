-- The lists that people sort by a click on a column.
create index purchase_by_amount on purchase (business_id, items_amount, purchase_id);
create index purchase_by_status on purchase (business_id, status, purchase_id);
create index amc_order_of_business_by_date on amc_order (business_id, ordered_at, amc_order_id);
create index amc_order_of_business_by_amount on amc_order (business_id, amount, amc_order_id);
create index amc_order_of_business_by_status on amc_order (business_id, esb_status, amc_order_id);
create index amc_order_of_asl_by_date on amc_order (asl_id, ordered_at, amc_order_id);
create index amc_order_of_asl_by_amount on amc_order (asl_id, amount, amc_order_id);
create index amc_order_of_asl_by_status on amc_order (asl_id, esb_status, amc_order_id);
create index product_by_price on product (category_type, ref_price, product_id);
