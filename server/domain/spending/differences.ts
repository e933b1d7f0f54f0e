import { type RawBuilder, sql } from 'kysely';
import { KEY, SUMS } from './sums.ts';

const ADDED = sql`purchases, sold, cancellations, cancelled`;
const TAKEN_AWAY = sql`-purchases, -sold, -cancellations, -cancelled`;

/**
 * The differences between the ledger and the sums of the spending, with pending entries counted as added; no rows when
 * the sums are correct. It is one statement, so it sees one state of the data.
 * @param month limits the result to this month
 */
export function differences(month?: RawBuilder<unknown>): RawBuilder<unknown> {
  const ofMonth = month ? sql`month = ${month}` : sql`true`;
  // The index has the authority before the time, so the query names all authorities.
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
