import { sql } from 'kysely';
import { dayOfRequest, endOfDay, startOfDay } from '#contract/rules/dates.ts';
import { money, toWire } from '#contract/rules/money.ts';
import { toRowId } from '#server/database/queries.ts';
import { addSubtotals, NO_TOTALS, serializeSubtotal, type Subtotal, type Totals } from '#server/ledger/subtotals.ts';
import { requireStore } from '#server/reference/stores.ts';
import { withConcurrencyLimit } from '#server/limiter.ts';
import type { BusinessPrincipal, Database, Services } from '#server/services.ts';

/** The sales and cancellations of a store on a day; cancellations are negative. Sums in euro. */
export interface EndOfDay extends Totals {
  readonly storeId: number;
  readonly storeName: string;
  /** Sorted by name. The name is undefined when the user who cancelled is not known. */
  readonly users: readonly (Totals & { readonly username: string | undefined })[];
}

interface StoreOfBusiness {
  readonly storeId: number;
  readonly businessId: number;
}

/** The count and sum of the sales and of the cancellations made between two instants, by user. */
function selectParts(db: Database, { storeId, businessId }: StoreOfBusiness, from: Date, until: Date) {
  const purchases = db
    .selectFrom('purchase')
    .where('purchase.store_id', '=', storeId)
    .where('purchase.business_id', '=', businessId);
  const sales = purchases
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .groupBy('purchase.user_id')
    .select((eb) => [
      eb.ref('purchase.user_id').$castTo<number | null>().as('user_id'),
      sql<number>`1`.as('sign'),
      eb.fn.countAll<string>().as('count'),
      eb.fn.sum<string>('items_amount').as('amount'),
    ]);
  const cancellations = purchases
    .where('cancelled_at', '>=', from)
    .where('cancelled_at', '<', until)
    .leftJoin('audit', (join) =>
      join.onRef('audit.purchase_id', '=', 'purchase.purchase_id').on('audit.action', '=', 'PURCHASE_CANCELLED'),
    )
    .groupBy('audit.user_id')
    .select(({ fn }) => [
      'audit.user_id',
      sql<number>`-1`.as('sign'),
      fn.countAll<string>().as('count'),
      fn.sum<string>('items_amount').as('amount'),
    ]);
  return db
    .selectFrom(sales.unionAll(cancellations).as('part'))
    .leftJoin('app_user', 'app_user.user_id', 'part.user_id')
    .select(['username', 'sign', 'count', 'amount'])
    .orderBy('folded_username')
    .orderBy('username');
}

function addTo(totals: Totals | undefined, part: Subtotal, sign: number): Totals {
  const { sales, cancellations, total } = totals ?? NO_TOTALS;
  return {
    sales: sign > 0 ? addSubtotals(sales, part) : sales,
    cancellations: sign > 0 ? cancellations : addSubtotals(cancellations, part),
    total: total.plus(part.amount),
  };
}

/**
 * The end-of-day figures of a store of the active business, from one statement. The day is one in Europe/Rome.
 * @throws DomainError STORE_NOT_FOUND when it does not exist or belongs to another business
 */
export async function readEndOfDay(
  { db }: Services,
  { businessId }: BusinessPrincipal,
  asked: { readonly storeId: number; readonly day: string },
): Promise<EndOfDay> {
  const { storeId, name: storeName } = await requireStore(db, toRowId(asked.storeId), businessId);
  const day = dayOfRequest(asked.day);
  const parts = await withConcurrencyLimit('long', () =>
    selectParts(db, { storeId, businessId }, startOfDay(day), endOfDay(day)).execute(),
  );
  const users = new Map<string | null, Totals>();
  let all = NO_TOTALS;
  for (const { username, sign, count, amount } of parts) {
    const part = { count: Number(count), amount: money(amount).times(sign) };
    users.set(username, addTo(users.get(username), part, sign));
    all = addTo(all, part, sign);
  }
  return {
    storeId,
    storeName,
    ...all,
    users: Array.from(users, ([username, totals]) => ({ ...totals, username: username ?? undefined })),
  };
}

function serializeTotals({ sales, cancellations, total }: Totals) {
  return { sales: serializeSubtotal(sales), cancellations: serializeSubtotal(cancellations), total: toWire(total) };
}

export function serializeEndOfDay({ storeId, storeName, users, ...figures }: EndOfDay) {
  const ofUsers = users.map(({ username, ...totals }) => ({ username, ...serializeTotals(totals) }));
  return { storeId, storeName, ...serializeTotals(figures), users: ofUsers };
}
