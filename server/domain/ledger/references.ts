import { type SelectQueryBuilder, sql } from 'kysely';
import type { Schema } from '#server/database/schema.ts';
import type { Database } from '../context.ts';

/** The purchase of an entry, its time, and its sign: 1 for a sale, -1 for a cancellation. */
export interface EntryReference {
  readonly purchase_id: number;
  /** As text from the database: a JavaScript date would lose its microseconds. */
  readonly at: string;
  readonly sign: number;
}

/** Reads at most `limit` references after one; without that one, the first ones. */
export type ReadReferences = (after: EntryReference | undefined, limit: number) => Promise<readonly EntryReference[]>;

/** The instants from `from` (included) until `until` (excluded). */
export interface Period {
  readonly from: Date | undefined;
  readonly until: Date;
}

/** A query for the purchases whose sales and cancellations count. */
export type Purchases = SelectQueryBuilder<Schema, 'purchase', object>;

function selectPart(
  purchases: Purchases,
  column: 'created_at' | 'cancelled_at',
  { from, until }: Period,
  after: EntryReference | undefined,
  limit: number,
) {
  const sign = column === 'created_at' ? 1 : -1;
  let part = purchases.where(column, '<', until);
  if (after) {
    const position = sql`(${after.at}::timestamptz, ${after.purchase_id}::int, ${-after.sign}::int)`;
    part = part.where(sql<boolean>`(${sql.ref(column)}, purchase_id, ${sql.lit(-sign)}) > ${position}`);
  } else if (from) part = part.where(column, '>=', from);
  return part
    .select(['purchase_id', sql<Date>`${sql.ref(column)}`.as('at'), sql<number>`${sql.lit(sign)}`.as('sign')])
    .orderBy(column)
    .orderBy('purchase_id')
    .limit(limit);
}

/**
 * The sales of a period and the cancellations made in it, oldest first. Entries never change. So the batches show one
 * consistent state, if the period is over when the reading begins.
 */
export function entriesOf(db: Database, purchases: Purchases, period: Period): ReadReferences {
  return (after, limit) => {
    const sales = selectPart(purchases, 'created_at', period, after, limit);
    const cancellations = selectPart(purchases, 'cancelled_at', period, after, limit);
    const both = db
      .selectFrom(sales.as('sale'))
      .selectAll()
      .unionAll(db.selectFrom(cancellations.as('cancellation')).selectAll());
    return db
      .selectFrom(both.as('entry'))
      .select(['entry.purchase_id', sql<string>`entry.at::text`.as('at'), 'entry.sign'])
      .orderBy('entry.at')
      .orderBy('entry.purchase_id')
      .orderBy('entry.sign', 'desc')
      .limit(limit)
      .execute();
  };
}

/** The references as rows `entry` in their order, to join with other tables. */
export function referenceRows(references: readonly EntryReference[]) {
  const ids = references.map((reference) => reference.purchase_id);
  const instants = references.map(({ at }) => at);
  const signs = references.map(({ sign }) => sign);
  return sql<{ purchase_id: number; at: Date; sign: number; place: number }>`
    unnest(${ids}::int[], ${instants}::timestamptz[], ${signs}::int[]) with ordinality
  `.as<'entry'>(sql`entry (purchase_id, at, sign, place)`);
}
