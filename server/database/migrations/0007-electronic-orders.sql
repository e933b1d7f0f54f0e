-- What an electronic order names besides its parties: the office of the authority that orders (IPA), and the tender (CIG).
alter table asl add column ipa_code text;
alter table asl add column tender_code text;
-- The number under which the bus keeps an order.
alter table amc_order add column esb_number text;
