-- The order in which the store locator reads the businesses, a batch at a time.
create index business_by_name on business (company_name, business_id);
