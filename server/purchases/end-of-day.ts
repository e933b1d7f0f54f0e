import { sql } from 'kysely';
import { dayOfRequest, endOfDay, startOfDay } from '#contract/rules/dates.ts';
import { money, toWire } from '#contract/rules/money.ts';
import { toRowId } from '#server/database/queries.ts';
import { addTotals, NO_TOTALS, serializeSubtotal, type Totals } from '#server/ledger/sums.ts';
import { requireStore } from '#server/reference/stores.ts';
import type { BusinessPrincipal, Database, Services } from '#server/services.ts';

/** The sales and cancellations of a store on a day; cancellations are negative. Sums in euro. */
export interface EndOfDay extends Totals {
  readonly storeId: number;
  readonly storeName: string;
  /** Sorted by name. The name is undefined for what was done on the database by hand. */
  readonly users: readonly (Totals & { readonly username: string | undefined })[];
}

/** The count and sum of the entries of each kind that count between two instants, by user. */
function selectParts(db: Database, storeId: number, businessId: number, from: Date, until: Date) {
  const parts = db
    .selectFrom('ledger_entry')
    .where('store_id', '=', storeId)
    .where('business_id', '=', businessId)
    .where('counts_at', '>=', from)
    .where('counts_at', '<', until)
    .groupBy(['user_id', 'kind'])
    .select(({ fn }) => ['user_id', 'kind', fn.countAll<string>().as('count'), fn.sum<string>('amount').as('amount')]);
  return db
    .selectFrom(parts.as('part'))
    .leftJoin('app_user', 'app_user.user_id', 'part.user_id')
    .leftJoin('till', 'till.user_id', 'part.user_id')
    .select(['kind', 'count', 'amount'])
    .select(
      sql<string | null>`case when till_id is null then username else first_name || ' ' || last_name end`.as(
        'username',
      ),
    )
    .orderBy('folded_username')
    .orderBy('username');
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
  const parts = await selectParts(db, storeId, businessId, startOfDay(day), endOfDay(day)).execute();
  const users = new Map<string | null, Totals>();
  let all = NO_TOTALS;
  for (const { username, kind, count, amount } of parts) {
    const part = { count: Number(count), amount: money(amount) };
    const own = kind === 'SALE' ? { sales: part } : { cancellations: part };
    const totals = { ...NO_TOTALS, ...own, total: part.amount };
    users.set(username, addTotals(users.get(username) ?? NO_TOTALS, totals));
    all = addTotals(all, totals);
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
