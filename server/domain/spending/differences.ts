import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../context.ts';
import { ADD, KEY, SUMS, changeSums } from './sums.ts';

const ADDED = sql`purchases, sold, cancellations, cancelled`;
const TAKEN_AWAY = sql`-purchases, -sold, -cancellations, -cancelled`;

/**
 * What the sums of the spending lack to be those of the ledger, the entries that are still to be added counted as added;
 * no row where nothing is wrong. One statement, so of one moment.
 * @param month of this month alone
 */
export function differences(month?: RawBuilder<unknown>): RawBuilder<unknown> {
  const ofMonth = month ? sql`month = ${month}` : sql`true`;
  // By an index, which has the time after the authority.
  const inMonth = month
    ? sql`asl_id = any(array(select asl_id from asl))
        and at >= (${month})::timestamp at time zone 'Europe/Rome'
        and at < (${month} + interval '1 month') at time zone 'Europe/Rome'`
    : sql`true`;
  return sql`
    select ${KEY}, ${SUMS} from (
      select ${KEY}, ${ADDED} from spending_entry where ${inMonth}
      union all
      select ${KEY}, ${TAKEN_AWAY} from monthly_spending where ${ofMonth}
      union all
      select ${KEY}, ${TAKEN_AWAY} from spending_change join spending_entry using (purchase_id, is_cancellation)
      where ${ofMonth} and spending_entry.purchase_id = any(array(select purchase_id from spending_change))
    ) part
    group by ${KEY}
    having sum(purchases) <> 0 or sum(sold) <> 0 or sum(cancellations) <> 0 or sum(cancelled) <> 0`;
}

/**
 * Makes the sums those of the ledger again, while others sell.
 * @returns how many were wrong
 */
export function rebuildSpending(db: Database): Promise<number> {
  return changeSums(db, async (trx) => {
    const { rows } = await sql`insert into monthly_spending ${differences()} ${ADD} returning month`.execute(trx);
    return rows.length;
  });
}
