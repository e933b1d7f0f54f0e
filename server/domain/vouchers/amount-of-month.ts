import { type RawBuilder, sql } from 'kysely';
import type { Day } from '#contract/rules/dates.ts';

/** What a row of `dossier` has in a month as its own amount; null of a coeliac one. */
export function amountOfMonth(month: Day): RawBuilder<string | null> {
  return sql`coalesce((
    select former_amount.monthly_amount from former_amount
    where former_amount.dossier_id = dossier.dossier_id and before_month > ${month}::date
    order by before_month limit 1
  ), dossier.monthly_amount)`;
}
