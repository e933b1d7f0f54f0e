import { sql } from 'kysely';
import type { EsbStatus } from '#contract/calls/amc-orders.ts';
import { money, type Money, ZERO } from '#contract/rules/money.ts';
import { lockRows } from '#server/database/row-locks.ts';
import { DomainError } from '#server/domain-error.ts';
import type { BusinessPrincipal, Database, Services } from '#server/services.ts';

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
  return sql<number>`any(${ids}::bigint[])`;
}

/** The ids in parts of at most `AT_ONCE`. */
function* partsOf(ids: readonly number[]): Generator<readonly number[]> {
  for (let from = 0; from < ids.length; from += AT_ONCE) yield ids.slice(from, from + AT_ONCE);
}

/** The active purchases of the business among these ids. The caller checks whether they are in an order. */
function selectOrderable(trx: Database, principal: BusinessPrincipal, ids: readonly number[]) {
  return trx
    .selectFrom('purchase')
    .where('purchase_id', '=', anyOf(ids))
    .where('business_id', '=', principal.businessId)
    .where('status', '=', 'ACTIVE')
    .select('purchase_id');
}

/** @throws DomainError PURCHASE_NOT_FOUND with the first missing ids */
function requireFound(ids: readonly number[], rows: readonly { readonly purchase_id: number }[]): void {
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
  const which = sql`purchase_id = ${anyOf(ids)} and business_id = ${principal.businessId}`;
  const held = await lockRows(trx, { table: 'purchase', key: 'purchase_id', which, strength: 'no key update' });
  const rows = await selectOrderable(held.trx, principal, held.ids)
    .select(['store_id', 'asl_id', 'created_at', 'items_amount'])
    .orderBy('purchase_id')
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
async function requireUnordered(trx: Database, ids: readonly number[]): Promise<void> {
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

/** The preview of one order. */
export interface AmcOrderPreview {
  readonly storeId: number;
  readonly storeCode: string;
  readonly storeName: string;
  readonly asl: { readonly aslId: number; readonly name: string };
  readonly purchases: number;
  /** In euro. */
  readonly amount: Money;
}

interface Group {
  readonly storeId: number;
  readonly aslId: number;
  readonly purchases: number;
  readonly amount: Money;
}

async function named(db: Database, groups: readonly Group[]): Promise<AmcOrderPreview[]> {
  const ids = (of: (group: Group) => number) => [...new Set(groups.map(of))];
  const stores = await db
    .selectFrom('store')
    .select(['store_id as storeId', 'code as storeCode', 'name as storeName'])
    .where(
      'store_id',
      'in',
      ids(({ storeId }) => storeId),
    )
    .execute();
  const payers = await db
    .selectFrom('asl')
    .select(['asl_id as aslId', 'name'])
    .where(
      'asl_id',
      'in',
      ids(({ aslId }) => aslId),
    )
    .execute();
  const storeOf = new Map(stores.map((store) => [store.storeId, store]));
  const payerOf = new Map(payers.map((payer) => [payer.aslId, payer]));
  return groups
    .flatMap(({ storeId, aslId, purchases, amount }) => {
      const [store, asl] = [storeOf.get(storeId), payerOf.get(aslId)];
      return store === undefined || asl === undefined ? [] : [{ ...store, asl, purchases, amount }];
    })
    .sort(
      (a, b) =>
        a.storeName.localeCompare(b.storeName, 'it') ||
        a.storeCode.localeCompare(b.storeCode, 'it') ||
        a.asl.name.localeCompare(b.asl.name, 'it'),
    );
}

/**
 * The orders that these purchases of the active business would create, by store and payer. Nothing is locked: the later
 * order checks everything again.
 * @throws DomainError PURCHASE_NOT_FOUND for an unknown or cancelled purchase or one of another business,
 * PURCHASE_ALREADY_ORDERED
 */
export async function previewAmcOrders(
  { db }: Services,
  principal: BusinessPrincipal,
  purchasesIds: readonly number[],
): Promise<readonly AmcOrderPreview[]> {
  const groups = new Map<string, Group>();
  const seen = new Set<number>();
  // Part by part, so that a million unknown ids are refused by the first ones.
  for (const part of partsOf(purchasesIds)) {
    const ids = [...new Set(part)].filter((id) => !seen.has(id));
    for (const id of ids) seen.add(id);
    const rows = await selectOrderable(db, principal, ids).select(['store_id', 'asl_id', 'items_amount']).execute();
    requireFound(ids, rows);
    await requireUnordered(db, ids);
    for (const { store_id: storeId, asl_id: aslId, items_amount: amount } of rows) {
      const key = `${storeId} ${aslId}`;
      const group = groups.get(key) ?? { storeId, aslId, purchases: 0, amount: ZERO };
      groups.set(key, { ...group, purchases: group.purchases + 1, amount: group.amount.plus(money(amount)) });
    }
  }
  return named(db, [...groups.values()]);
}

/** The AMC orders that wait for a verdict of the bus, for all processes together. */
interface OpenOrders {
  /** Those that the bus has not taken, and those that it has. */
  readonly counts: Readonly<Record<Extract<EsbStatus, 'PENDING' | 'SENT'>, number>>;
  /** The number of orders whose last delivery failed. */
  readonly failing: number;
  /** The age of the oldest order in seconds; 0 when there is none. */
  readonly oldestSeconds: number;
}

/** Reads the open orders by their deliveries, which an index finds however many orders are settled. */
export async function readOpenOrders({ db, now }: Services): Promise<OpenOrders> {
  const { pending, all, failing, oldest } = await db
    .selectFrom('outbox')
    .innerJoin('amc_order', 'amc_order.amc_order_id', 'outbox.amc_order_id')
    .select(({ fn }) => [
      fn.countAll<string>().as('all'),
      fn.countAll<string>().filterWhere('esb_status', '=', 'PENDING').as('pending'),
      fn.count<string>('last_error').as('failing'),
      fn.min<Date | null>('created_at').as('oldest'),
    ])
    .where('settled_at', 'is', null)
    .executeTakeFirstOrThrow();
  return {
    counts: { PENDING: Number(pending), SENT: Number(all) - Number(pending) },
    failing: Number(failing),
    oldestSeconds: oldest === null ? 0 : (now().getTime() - oldest.getTime()) / 1000,
  };
}
