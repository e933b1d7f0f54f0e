-- The history of one patient at a business with very many purchases.
create index purchase_of_patient on purchase (business_id, patient_id, created_at desc, purchase_id desc);

-- The number of purchases of a business by month, with those that the sums do not have yet.
create index monthly_spending_by_business on monthly_spending (business_id, month)
  include (store_id, purchases, sold, cancellations, cancelled);
alter table spending_change add column seller_id integer references business;
update spending_change set seller_id = purchase.business_id from purchase
  where purchase.purchase_id = spending_change.purchase_id;
alter table spending_change alter column seller_id set not null;
create index spending_change_by_seller on spending_change (seller_id);

create or replace function note_sales() returns trigger language plpgsql as $$
begin
  insert into spending_change (purchase_id, is_cancellation, seller_id)
    select purchase_id, false, business_id from made
    union all select purchase_id, true, business_id from made where cancelled_at is not null;
  return null;
end $$;

create or replace function note_cancellations() returns trigger language plpgsql as $$
begin
  insert into spending_change (purchase_id, is_cancellation, seller_id)
    select purchase_id, true, present.business_id from present join former using (purchase_id)
    where present.cancelled_at is not null and former.cancelled_at is null;
  return null;
end $$;
