-- What the draft of an electronic invoice names: seats and tax codes of both parties, and the VAT rate of each product.
alter table asl add column fiscal_code text;
alter table asl add column address text;
alter table asl add column postal_code text;
alter table asl add column town text;
alter table asl add column province text;
alter table business add column postal_code text;
alter table business add column town text;
alter table business add column province text;
alter table business add column tax_regime text;
alter table product add column vat_rate text;
