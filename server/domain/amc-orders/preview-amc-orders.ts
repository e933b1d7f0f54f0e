import { type Money, ZERO, money } from '#contract/rules/money.ts';
import type { BusinessPrincipal, Database, Services } from '../context.ts';
import { partsOf, requireFound, requireUnordered, selectOrderable } from './lock-purchases.ts';

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
