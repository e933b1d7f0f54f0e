import { type AliasableExpression, type SelectQueryBuilder, sql } from 'kysely';
import type { Schema } from '#server/database/schema.ts';
import type { Database } from '../context.ts';

/** The purchase of an entry, its time, and its sign: 1 for a sale, -1 for a cancellation. */
interface Reference {
  readonly purchase_id: number;
  readonly at: Date;
  readonly sign: number;
  /** Where it stands among those of the same query. */
  readonly place: number;
}

/** What the references after it are found by. */
export interface ReferencePosition extends Pick<Reference, 'purchase_id' | 'sign'> {
  /** As text from the database: a JavaScript date would lose its microseconds. */
  readonly at_text: string;
}

/** Selects at most `limit` references after one; without that one, the first ones. */
export type SelectReferences = (after: ReferencePosition | undefined, limit: number) => AliasableExpression<Reference>;

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
  after: ReferencePosition | undefined,
  limit: number,
) {
  const sign = column === 'created_at' ? 1 : -1;
  let part = purchases.where(column, '<', until);
  if (after) {
    const at = sql<Date>`${after.at_text}::timestamptz`;
    // Written apart from the time: PostgreSQL expects one comparison of both to match few rows, and sorts all of them.
    const isBefore = sql<boolean>`(purchase_id, ${sql.lit(-sign)}) <= (${after.purchase_id}::int, ${-after.sign}::int)`;
    part = part.where(column, '>=', at).where(sql<boolean>`not (${sql.ref(column)} = ${at} and ${isBefore})`);
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
export function entriesOf(db: Database, purchases: Purchases, period: Period): SelectReferences {
  return (after, limit) => {
    const sales = selectPart(purchases, 'created_at', period, after, limit);
    const cancellations = selectPart(purchases, 'cancelled_at', period, after, limit);
    const both = db
      .selectFrom(sales.as('sale'))
      .selectAll()
      .unionAll(db.selectFrom(cancellations.as('cancellation')).selectAll());
    const first = db
      .selectFrom(both.as('part'))
      .selectAll()
      .orderBy('at')
      .orderBy('purchase_id')
      .orderBy('sign', 'desc')
      .limit(limit);
    return db
      .selectFrom(first.as('first'))
      .selectAll()
      .select(sql<number>`row_number() over (order by at, purchase_id, sign desc)`.as('place'));
  };
}

/** The columns of a `ReferencePosition`. */
export const POSITION = ['entry.purchase_id', 'entry.sign', sql<string>`entry.at::text`.as('at_text')] as const;
