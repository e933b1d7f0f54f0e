-- EANs are compared as GTIN of 14 digits: zeros to the left tell nothing (rules §1). No product may have another one's.
alter table product
  add column gtin text collate "C" not null generated always as (repeat('0', 14 - length(ean1)) || ean1) stored,
  add constraint product_ean1_gtin_key unique (gtin),
  -- The pharmacies' code (AIC, Minsan): `A` and nine digits. A search shows all products that have it.
  add column pharmacy_code text collate "C";
create index product_by_pharmacy_code on product (pharmacy_code);
