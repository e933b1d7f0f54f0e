-- Shows the lines of a purchase (id) with their totals as computed, and what the ledger has of it.
select position, product_name, quantity, unit_price, total, greatest(round(quantity * unit_price, 2), 0.01) as computed
  from purchase_item where purchase_id = :id order by position;
select items_amount, amount as sold_for, created_at, sold_at, status, cancelled_at, counts_at, kind
  from purchase join ledger_entry using (purchase_id) where purchase_id = :id order by kind desc;
