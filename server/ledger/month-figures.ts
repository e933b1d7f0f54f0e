import { type RawBuilder, sql } from 'kysely';
import { money, type Money } from '#contract/rules/money.ts';
import type { Subtotal } from './subtotals.ts';

/** The scope of a month as SQL expressions. The same SQL works for one closing and for all closings in turn. */
export interface MonthSql {
  readonly asl: RawBuilder<unknown>;
  /** The first day of the month. */
  readonly month: RawBuilder<unknown>;
  /** The condition that a row belongs to the scope's business; always true for all businesses. */
  readonly isOfBusiness: (table: 'purchase' | 'amc_order') => RawBuilder<unknown>;
}

/** The figures of a month (rules §9), in euro. Cancellations are negative. */
export interface MonthFigures {
  readonly purchases: Subtotal;
  readonly cancellations: Subtotal;
  readonly corrections: Subtotal;
  readonly total: Money;
  readonly orders: Subtotal;
  readonly rejections: Subtotal;
  readonly controlTotal: string;
}

const PARTS = ['purchases', 'cancellations', 'corrections', 'orders', 'rejections'] as const;
type Part = (typeof PARTS)[number];

/** The columns with figures, both of a closing and of the computed figures. */
export const FIGURE_COLUMNS = [
  ...PARTS.flatMap((part) => [`${part}_count`, `${part}_amount`] as const),
  'control_total',
] as const;

/** A row with figures. PostgreSQL returns counts as text. */
export type FigureRow = Record<`${Part}_count`, number | string> &
  Record<`${Part}_amount`, string> & { readonly control_total: string };

/** The condition that an instant lies in a month in Europe/Rome. */
export function isInMonth(instant: RawBuilder<unknown>, month: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`${instant} >= ${month}::timestamp at time zone 'Europe/Rome'
    and ${instant} < (${month} + interval '1 month') at time zone 'Europe/Rome'`;
}

/** The events of a month as rows `part, business_id, id, amount`. Each event counts on the day on which it happened. */
export function monthEntries({ asl, month, isOfBusiness }: MonthSql): RawBuilder<unknown> {
  const isOf = (table: 'purchase' | 'amc_order') =>
    sql`${sql.ref(`${table}.asl_id`)} = ${asl} and ${isOfBusiness(table)}`;
  const soldBefore = sql`created_at < ${month}::timestamp at time zone 'Europe/Rome'`;
  return sql`(
    select 'purchases' as part, business_id, purchase_id as id, items_amount as amount
    from purchase where ${isOf('purchase')} and ${isInMonth(sql`created_at`, month)}
    union all
    select case when ${soldBefore} then 'corrections' else 'cancellations' end, business_id, purchase_id, -items_amount
    from purchase where ${isOf('purchase')} and ${isInMonth(sql`cancelled_at`, month)}
    union all
    select 'orders', business_id, amc_order_id, amount
    from amc_order where ${isOf('amc_order')} and ${isInMonth(sql`created_at`, month)}
    union all
    select 'rejections', business_id, amc_order_id, -amount
    from amc_order where ${isOf('amc_order')} and ${isInMonth(sql`rejected_at`, month)}
  )`;
}

/**
 * The control total: the first 16 hexadecimal digits, in groups of four, of a SHA-256. Its input has a line
 * `V;number;amount` for each purchase, then a line `S;number;-amount` for each cancellation and correction; both are
 * sorted by number, and each line ends with a line feed.
 */
const CONTROL_TOTAL = sql`regexp_replace(upper(left(encode(sha256(convert_to(coalesce(string_agg(
    case when part = 'purchases' then 'V;' else 'S;' end || id || ';' || amount || chr(10), ''
    order by part = 'purchases' desc, id
  ) filter (where part in ('purchases', 'cancellations', 'corrections')), ''), 'UTF8')), 'hex'), 16)), '(.{4})(?=.)', '\\1-', 'g')`;

/** The aggregate expressions over `monthEntries`, in the order of the figure columns. */
export const FIGURES = sql.join([
  ...PARTS.flatMap((part) => [
    sql`count(*) filter (where part = ${sql.lit(part)}) as ${sql.ref(`${part}_count`)}`,
    sql`coalesce(sum(amount) filter (where part = ${sql.lit(part)}), 0) as ${sql.ref(`${part}_amount`)}`,
  ]),
  sql`${CONTROL_TOTAL} as control_total`,
]);

export function toFigures(row: FigureRow): MonthFigures {
  const subtotal = (part: Part): Subtotal => ({
    count: Number(row[`${part}_count`]),
    amount: money(row[`${part}_amount`]),
  });
  const [purchases, cancellations, corrections] = [
    subtotal('purchases'),
    subtotal('cancellations'),
    subtotal('corrections'),
  ];
  return {
    purchases,
    cancellations,
    corrections,
    total: purchases.amount.plus(cancellations.amount).plus(corrections.amount),
    orders: subtotal('orders'),
    rejections: subtotal('rejections'),
    controlTotal: row.control_total,
  };
}
