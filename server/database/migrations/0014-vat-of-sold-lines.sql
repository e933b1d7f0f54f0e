-- The VAT rate of the product on the day of the sale, which a later correction takes too. Null where the product had none, or
-- the release before sold it: then the product's rate of now counts. Statements of that release join these lines with
-- products, which have a vat_rate. Lines that were sold before stay null: to write them all would hold up every till.
alter table purchase_item add column sold_vat_rate text;
