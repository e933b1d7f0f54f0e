import { sql } from 'kysely';
import { dayOfRequest, endOfDay, startOfDay } from '#contract/rules/dates.ts';
import { NO_TOTALS, type StoredTotals, type Subtotal, sumColumns, type Totals, toTotals } from '#server/ledger/sums.ts';
import { requireStore } from '#server/reference/stores.ts';
import type { BusinessPrincipal, Services } from '#server/services.ts';

/** Sales, cancellations and their total, in euro. */
interface DayTotals extends Omit<Totals, 'purchases'> {
  readonly sales: Subtotal;
}

/** The sales and cancellations of a store on a day; cancellations are negative. Sums in euro. */
export interface EndOfDay extends DayTotals {
  readonly storeId: number;
  readonly storeName: string;
  /** Sorted by name. The name is undefined for what was done on the database by hand. */
  readonly users: readonly (DayTotals & { readonly username: string | undefined })[];
}

function toDayTotals({ purchases: sales, ...totals }: Totals): DayTotals {
  return { sales, ...totals };
}

interface StoredUser extends StoredTotals {
  readonly username: string | null;
  readonly isAll: boolean;
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
  const { storeId, name: storeName } = await requireStore(db, asked.storeId, businessId);
  const day = dayOfRequest(asked.day);
  const query = sql<StoredUser>`
    select username, grouping(username) = 1 as "isAll", ${sumColumns()}
    from (
      select kind, amount, case when till_id is null then username else first_name || ' ' || last_name end as username
      from ledger_entry left join app_user using (user_id) left join till using (user_id)
      where ledger_entry.store_id = ${storeId} and business_id = ${businessId}
        and counts_at >= ${startOfDay(day)} and counts_at < ${endOfDay(day)}
    ) entry
    group by grouping sets ((username), ())
    order by fold_text(username) collate "C", username`;
  const { rows } = await query.execute(db);
  const all = rows.find(({ isAll }) => isAll);
  const users = rows.filter(({ isAll }) => !isAll);
  return {
    storeId,
    storeName,
    ...toDayTotals(all === undefined ? NO_TOTALS : toTotals(all)),
    users: users.map(({ username, ...totals }) => ({
      username: username ?? undefined,
      ...toDayTotals(toTotals(totals)),
    })),
  };
}
