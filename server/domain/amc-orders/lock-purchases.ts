import { sql } from 'kysely';
import { type Money, money } from '#contract/rules/money.ts';
import type { BusinessCaller, Database } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { toRowId } from '../row-id.ts';

/** A purchase that may be ordered, its row locked. */
export interface OrderablePurchase {
  readonly purchaseId: number;
  readonly storeId: number;
  /** The payer. */
  readonly aslId: number;
  readonly createdAt: Date;
  /** Euro. */
  readonly amount: Money;
}

function anyOf(ids: readonly number[]) {
  return sql<number>`any(${ids}::int[])`;
}

async function requireUnordered(trx: Database, ids: readonly number[]): Promise<void> {
  const ordered = await trx
    .selectFrom('amc_order_purchase')
    .select('purchase_id')
    .where('purchase_id', '=', anyOf(ids))
    .where('released_at', 'is', null)
    .orderBy('purchase_id')
    .execute();
  if (ordered.length === 0) return;
  throw new DomainError('PURCHASE_ALREADY_ORDERED', { purchasesIds: ordered.map((row) => row.purchase_id) });
}

/**
 * The purchases of the active business with these ids, each once, in the order of their ids. They are locked in that
 * order until the transaction ends, so that two orders of the same purchases cannot deadlock and a cancellation waits.
 * Whether they are in an order is read after the lock, by a statement of its own, which sees what the others have done
 * meanwhile.
 * @throws DomainError PURCHASE_NOT_FOUND for an unknown, another's or a cancelled one, PURCHASE_ALREADY_ORDERED; both
 * name the purchases
 */
export async function lockPurchases(
  trx: Database,
  caller: BusinessCaller,
  purchaseIds: readonly number[],
): Promise<readonly OrderablePurchase[]> {
  const ids = [...new Set(purchaseIds)];
  const rows = await trx
    .selectFrom('purchase')
    .select(['purchase_id', 'store_id', 'asl_id', 'created_at', 'items_amount'])
    .where('purchase_id', '=', anyOf(ids.map(toRowId)))
    .where('business_id', '=', caller.businessId)
    .where('status', '=', 'ACTIVE')
    .orderBy('purchase_id')
    .forNoKeyUpdate()
    .execute();
  const found = new Set(rows.map((row) => row.purchase_id));
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length > 0) throw new DomainError('PURCHASE_NOT_FOUND', { purchasesIds: missing });
  await requireUnordered(trx, ids);
  return rows.map((row) => ({
    purchaseId: row.purchase_id,
    storeId: row.store_id,
    aslId: row.asl_id,
    createdAt: row.created_at,
    amount: money(row.items_amount),
  }));
}
