-- What tills fetch every night: the products that have changed. A row says which transaction changed it last. Who asks
-- later asks from the oldest transaction that was open the last time, so that no commit is missed.
alter table product add column changed_in xid8 not null default pg_current_xact_id();
alter table product add column changed_at timestamptz not null default now();
create index product_by_change on product (changed_in);

create function note_product_change() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  new.changed_at := now();
  return new;
end $$;
create trigger noted_product_change before update on product for each row when (
  (new.name, new.ean1, new.pharmacy_code, new.ref_price, new.category_type, new.disabled_at is null, new.changed_in)
    is distinct from
  (old.name, old.ean1, old.pharmacy_code, old.ref_price, old.category_type, old.disabled_at is null, old.changed_in)
) execute function note_product_change();

-- A product's row shows the names of its categories, and whether its manufacturer is offered.
create function note_change_of_products(changed integer[]) returns void language sql as $$
  update product set changed_in = pg_current_xact_id()
    where product_id = any (changed) and changed_in <> pg_current_xact_id();
$$;

create function note_change_of_manufacturer() returns trigger language plpgsql as $$
begin
  perform note_change_of_products(array(select product_id from product where manufacturer_id = new.manufacturer_id));
  return null;
end $$;
create trigger noted_manufacturer_change after update of disabled_at on manufacturer
  for each row when ((new.disabled_at is null) is distinct from (old.disabled_at is null))
  execute function note_change_of_manufacturer();

create function note_change_of_category() returns trigger language plpgsql as $$
begin
  perform note_change_of_products(
    array(select product_id from product_category where category_id = new.category_id));
  return null;
end $$;
create trigger noted_category_change after update of name on category
  for each row when (new.name is distinct from old.name) execute function note_change_of_category();

create function note_change_of_link() returns trigger language plpgsql as $$
begin
  perform note_change_of_products(array[coalesce(new.product_id, old.product_id)]);
  return null;
end $$;
create trigger noted_link_change after insert or update or delete on product_category
  for each row execute function note_change_of_link();
