-- What the draft of an electronic invoice names: seats and tax codes of both parties, and the VAT rate of each product.
-- Statements of the release before join authorities with rows that have a fiscal_code and an address.
alter table asl add column tax_code text;
alter table asl add column seat_address text;
alter table asl add column postal_code text;
alter table asl add column town text;
alter table asl add column province text;
alter table business add column postal_code text;
alter table business add column town text;
alter table business add column province text;
alter table business add column tax_regime text;
alter table product add column vat_rate text;
