import { type RawBuilder, sql } from 'kysely';
import type { Day } from '#contract/rules/dates.ts';

/** The monthly amount of a row of `dossier` in a month; null for a coeliac dossier. */
export function amountOfMonth(month: Day | RawBuilder<unknown>): RawBuilder<string | null> {
  const day = typeof month === 'string' ? sql`${month}::date` : month;
  return sql`coalesce((
    select former_amount.monthly_amount from former_amount
    where former_amount.dossier_id = dossier.dossier_id and before_month > ${day}
    order by before_month limit 1
  ), dossier.monthly_amount)`;
}
