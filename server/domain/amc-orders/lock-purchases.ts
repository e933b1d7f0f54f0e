import { sql } from 'kysely';
import { type Money, money } from '#contract/rules/money.ts';
import type { BusinessPrincipal, Database } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { toRowId } from '../row-id.ts';

/** A purchase that may be ordered, with its row locked. */
export interface OrderablePurchase {
  readonly purchaseId: number;
  readonly storeId: number;
  /** The health authority that pays. */
  readonly aslId: number;
  readonly createdAt: Date;
  /** In euro. */
  readonly amount: Money;
}

/** The number of ids in one database query, and the maximum number of refused ids in an error. */
const AT_ONCE = 10_000;
const MAX_NAMED = 100;

function anyOf(ids: readonly number[]) {
  return sql<number>`any(${ids}::int[])`;
}

/** The ids in parts of at most `AT_ONCE`. */
export function* partsOf(ids: readonly number[]): Generator<readonly number[]> {
  for (let from = 0; from < ids.length; from += AT_ONCE) yield ids.slice(from, from + AT_ONCE);
}

/** The active purchases of the business among these ids. The caller checks whether they are in an order. */
export function selectOrderable(trx: Database, principal: BusinessPrincipal, ids: readonly number[]) {
  return trx
    .selectFrom('purchase')
    .where('purchase_id', '=', anyOf(ids.map(toRowId)))
    .where('business_id', '=', principal.businessId)
    .where('status', '=', 'ACTIVE')
    .select('purchase_id');
}

/** @throws DomainError PURCHASE_NOT_FOUND with the first missing ids */
export function requireFound(ids: readonly number[], rows: readonly { readonly purchase_id: number }[]): void {
  const found = new Set(rows.map((row) => row.purchase_id));
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length > 0) {
    throw new DomainError('PURCHASE_NOT_FOUND', { purchasesIds: missing.slice(0, MAX_NAMED) });
  }
}

/** Locks purchases in ascending order of their ids. */
async function lockPart(
  trx: Database,
  principal: BusinessPrincipal,
  ids: readonly number[],
): Promise<OrderablePurchase[]> {
  const rows = await selectOrderable(trx, principal, ids)
    .select(['store_id', 'asl_id', 'created_at', 'items_amount'])
    .orderBy('purchase_id')
    .forNoKeyUpdate()
    .execute();
  requireFound(ids, rows);
  return rows.map((row) => ({
    purchaseId: row.purchase_id,
    storeId: row.store_id,
    aslId: row.asl_id,
    createdAt: row.created_at,
    amount: money(row.items_amount),
  }));
}

/** @throws DomainError PURCHASE_ALREADY_ORDERED with the first ordered ids */
export async function requireUnordered(trx: Database, ids: readonly number[]): Promise<void> {
  const ordered = await trx
    .selectFrom('amc_order_purchase')
    .select('purchase_id')
    .where('purchase_id', '=', anyOf(ids))
    .where('released_at', 'is', null)
    .orderBy('purchase_id')
    .limit(MAX_NAMED)
    .execute();
  if (ordered.length === 0) return;
  throw new DomainError('PURCHASE_ALREADY_ORDERED', { purchasesIds: ordered.map((row) => row.purchase_id) });
}

/**
 * Locks the purchases of the active business with these ids until the transaction ends, without repetitions and in
 * ascending order. The order prevents deadlocks between two orders of the same purchases; a cancellation waits. A
 * second statement, after the lock, checks whether they are in an order: it sees what other transactions have committed
 * meanwhile.
 * @throws DomainError PURCHASE_NOT_FOUND for an unknown or cancelled purchase or one of another business,
 * PURCHASE_ALREADY_ORDERED; both name the first purchases
 */
export async function lockPurchases(
  trx: Database,
  principal: BusinessPrincipal,
  purchaseIds: readonly number[],
): Promise<readonly OrderablePurchase[]> {
  // This check comes first, so that a million unknown ids are refused before they are sorted.
  for (const part of partsOf(purchaseIds)) {
    requireFound(part, await selectOrderable(trx, principal, part).execute());
  }
  const ids = [...new Set(purchaseIds)].sort((a, b) => a - b);
  const purchases: OrderablePurchase[] = [];
  for (const part of partsOf(ids)) {
    for (const purchase of await lockPart(trx, principal, part)) purchases.push(purchase);
  }
  for (const part of partsOf(ids)) await requireUnordered(trx, part);
  return purchases;
}
