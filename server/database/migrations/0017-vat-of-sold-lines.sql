-- The VAT rate of the product on the day of the sale, which a later correction takes too. Null where the product had none, or
-- the release before sold it: then the product's rate of now counts.
alter table purchase_item add column vat_rate text;
update purchase_item set vat_rate = product.vat_rate
  from product where product.product_id = purchase_item.product_id and product.vat_rate is not null;
