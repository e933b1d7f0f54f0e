import { sql } from 'kysely';
import type { Database } from '#server/services.ts';

/** Contradictions in the ledger, each with its kind and the id of its row. */
export async function contradictions(db: Database): Promise<readonly { readonly what: string; readonly id: number }[]> {
  const { rows } = await sql<{ what: string; id: number }>`
    select 'residual is not initial less active' as what, voucher_id as id from voucher
      where residual <> initial_amount - coalesce((select sum(items_amount) from purchase
        where purchase.voucher_id = voucher.voucher_id and status = 'ACTIVE'), 0)
    union all select 'purchase is not the sum of its lines', purchase_id from purchase
      where items_amount is distinct from (select sum(total) from purchase_item
        where purchase_item.purchase_id = purchase.purchase_id)
    union all select 'cancelled without its time, or not cancelled with one', purchase_id from purchase
      where (status = 'CANCELLED') <> (cancelled_at is not null)
    union all select 'order is not the sum of its purchases', amc_order_id from amc_order
      where amount is distinct from (select sum(items_amount) from amc_order_purchase
        join purchase using (purchase_id) where amc_order_purchase.amc_order_id = amc_order.amc_order_id)
    union all select 'order without its delivery', amc_order_id from amc_order
      where not exists (select from outbox where outbox.amc_order_id = amc_order.amc_order_id)
    union all select 'in several orders', purchase_id from amc_order_purchase
      where released_at is null group by purchase_id having count(*) > 1
    union all select 'cancelled and ordered', purchase_id from purchase join amc_order_purchase using (purchase_id)
      where status = 'CANCELLED' and released_at is null`.execute(db);
  return rows;
}

/**
 * Purchases from this id on that were not made by exactly one command with one audit entry, and executed commands
 * without a purchase. Smaller ids belong to the fixture, which the server has not created.
 */
export async function halfMadePurchases(db: Database, firstId: number): Promise<readonly unknown[]> {
  const { rows } = await sql`
    select 'purchase' as what, purchase_id as id from purchase
      where purchase_id >= ${firstId} and 1 <> (select count(*) from audit
        where audit.purchase_id = purchase.purchase_id and action = 'PURCHASE_MADE')
    union all select 'purchase', purchase_id from purchase
      where purchase_id >= ${firstId} and 1 <> (select count(*) from tx_command
        where tx_command.cart_id = purchase.cart_id and kind = 'PURCHASE' and executed_at is not null)
    union all select 'command', tx_command_id::int from tx_command
      where kind = 'PURCHASE' and executed_at is not null
        and not exists (select from purchase where purchase.cart_id = tx_command.cart_id)`.execute(db);
  return rows;
}
