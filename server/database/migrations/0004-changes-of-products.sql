-- What tills fetch every night: the products that have changed. A row says which transaction changed it last. Who asks
-- later asks from the oldest transaction that was open the last time, so that no commit is missed.
-- A restored database counts anew, so its numbers begin with another word (after-restore).
create table product_epoch (
  only_row boolean primary key default true check (only_row),
  epoch text not null default left(replace(gen_random_uuid()::text, '-', ''), 12)
);
insert into product_epoch default values;
alter table product add column changed_in xid8 not null default pg_current_xact_id();
alter table product add column changed_at timestamptz not null default now();
create index product_by_change on product (changed_in);
create index product_by_change_time on product (changed_at);

create function note_product_change() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  new.changed_at := now();
  return new;
end $$;
create trigger noted_product_change before update on product for each row when (
  (new.name, new.ean1, new.pharmacy_code, new.ref_price, new.category_type, new.manufacturer_id,
    new.disabled_at is null, new.changed_in)
    is distinct from
  (old.name, old.ean1, old.pharmacy_code, old.ref_price, old.category_type, old.manufacturer_id,
    old.disabled_at is null, old.changed_in)
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
create trigger noted_link after insert or delete on product_category
  for each row execute function note_change_of_link();
create trigger noted_link_order after update of position on product_category
  for each row when (new.position is distinct from old.position) execute function note_change_of_link();

-- When the open data of the stores changed last.
alter table store add column changed_at timestamptz not null default now();
create index store_by_change_time on store (changed_at);
create function note_store_change() returns trigger language plpgsql as $$
begin
  new.changed_at := now();
  return new;
end $$;
create trigger noted_store_change before update on store for each row when (
  (new.name, new.address, new.street_number, new.city, new.latitude, new.longitude, new.disabled_at is null)
    is distinct from
  (old.name, old.address, old.street_number, old.city, old.latitude, old.longitude, old.disabled_at is null)
) execute function note_store_change();
create function note_change_of_business() returns trigger language plpgsql as $$
begin
  update store set changed_at = now() where business_id = new.business_id;
  return null;
end $$;
create trigger noted_business_change after update of company_name, disabled_at on business for each row when (
  (new.company_name, new.disabled_at is null) is distinct from (old.company_name, old.disabled_at is null)
) execute function note_change_of_business();
