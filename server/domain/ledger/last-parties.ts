import type { Selectable } from 'kysely';
import type { PartiesTable } from '#server/database/schema.ts';
import type { Database } from '../context.ts';
import type { Purchases } from './references.ts';

/**
 * The names of business and authority at the last sale before an instant, for the head of a document. Undefined when
 * there is no sale.
 */
export function readLastParties(
  db: Database,
  purchases: Purchases,
  until: Date,
): Promise<Selectable<PartiesTable> | undefined> {
  const last = purchases
    .select('parties_id')
    .where('created_at', '<', until)
    .orderBy('created_at', 'desc')
    .orderBy('purchase_id', 'desc')
    .limit(1);
  return db.selectFrom('parties').selectAll().where('parties_id', '=', last).executeTakeFirst();
}
