import { expect } from 'vitest';
import { money, sum } from '#contract/rules/money.ts';
import type { Database } from '#server/domain/context.ts';

/** The purchases that were charged to a voucher, oldest first. */
export function purchasesOn(db: Database, voucherId: number) {
  return db
    .selectFrom('purchase')
    .select(['purchase_id', 'cart_id', 'items_amount', 'status'])
    .where('voucher_id', '=', voucherId)
    .orderBy('purchase_id')
    .execute();
}

/** The lines of a purchase, by product. */
export function linesOf(db: Database, purchaseId: number) {
  return db
    .selectFrom('purchase_item')
    .select(['product_id', 'quantity', 'total'])
    .where('purchase_id', '=', purchaseId)
    .orderBy('product_id')
    .execute();
}

/** Expects what is left on a voucher to be its amount less its active purchases; answers it, in euro. */
export async function expectBalanced(db: Database, voucherId: number): Promise<string> {
  const voucher = await db
    .selectFrom('voucher')
    .select(['initial_amount', 'residual'])
    .where('voucher_id', '=', voucherId)
    .executeTakeFirstOrThrow();
  const active = (await purchasesOn(db, voucherId)).filter(({ status }) => status === 'ACTIVE');
  const spent = sum(active.map(({ items_amount: amount }) => money(amount)));
  expect(voucher.residual, 'the ledger').toBe(money(voucher.initial_amount).minus(spent).toFixed(2));
  return voucher.residual;
}

/** Expects an action to stand in the audit of a purchase as often as it happened. */
export async function expectAudited(
  db: Database,
  action: 'PURCHASE_MADE' | 'PURCHASE_CANCELLED',
  purchaseId: number,
  times: number,
): Promise<void> {
  const rows = await db
    .selectFrom('audit')
    .select('audit_id')
    .where('action', '=', action)
    .where('purchase_id', '=', purchaseId)
    .execute();
  expect(rows, `${action} in the audit`).toHaveLength(times);
}

/** The orders that hold each of these purchases, released ones apart. */
export async function ordersOf(db: Database, purchaseIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('amc_order_purchase')
    .select(['purchase_id', 'amc_order_id'])
    .where('purchase_id', 'in', [...purchaseIds])
    .where('released_at', 'is', null)
    .execute();
  const orders = new Map(rows.map((row) => [row.purchase_id, row.amc_order_id]));
  expect(orders.size, 'each purchase is in one order at most').toBe(rows.length);
  return orders;
}
