-- The VAT rate of the product on the day of the sale, which a later correction takes too. Null where the product had none, or
-- the release before sold it: then the product's rate of now counts. Statements of that release join these lines with
-- products, which have a vat_rate.
alter table purchase_item add column sold_vat_rate text;
update purchase_item set sold_vat_rate = product.vat_rate
  from product where product.product_id = purchase_item.product_id and product.vat_rate is not null;
