import { type AliasableExpression, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { money, type Money } from '#contract/rules/money.ts';
import type { PartiesTable, Schema } from '#server/database/schema.ts';
import { BATCH_ROWS, inBatches } from '#server/lists.ts';
import type { Database, DbAndClock } from '#server/services.ts';

/**
 * A product line of an entry, with the product name at the time of the sale. In a cancellation, quantity and total are
 * negative. Amounts in euro.
 */
export interface EntryLine {
  readonly productId: number;
  readonly productName: string;
  readonly ean1: string;
  readonly manufacturer: string;
  readonly quantity: number;
  readonly unitPrice: Money;
  readonly total: Money;
}

/**
 * An entry of a document: a purchase dated at its time, or the correcting entry of a cancellation dated at the time of the
 * cancellation (rules §6). It names the voucher but not the patient, because accounting does not need the patient.
 */
export interface Entry {
  readonly kind: 'PURCHASE' | 'CANCELLATION';
  readonly at: Date;
  readonly purchasedAt: Date;
  readonly purchaseId: number;
  /** For the access log only; no document shows it. */
  readonly patientId: number;
  readonly voucherCode: string;
  /** The names of business and store at the time of the sale. */
  readonly business: { readonly businessId: number; readonly companyName: string; readonly vat: string };
  readonly store: { readonly storeId: number; readonly code: string; readonly name: string; readonly city: string };
  readonly lines: readonly EntryLine[];
  /** The amount charged to the voucher in euro; negative in a cancellation. */
  readonly amount: Money;
}

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

/** More are read at once than are handed on: fewer statements, and other requests do not wait longer for their turn. */
const READ_ENTRIES = 600;

function selectRows(db: Database, references: ReturnType<SelectReferences>) {
  return (
    db
      .selectFrom(references.as('entry'))
      .innerJoin('purchase', 'purchase.purchase_id', 'entry.purchase_id')
      .innerJoin('voucher', 'voucher.voucher_id', 'purchase.voucher_id')
      .innerJoin('parties', 'parties.parties_id', 'purchase.parties_id')
      .select(POSITION)
      .select('entry.at')
      // A purchase has its time already.
      .select(sql<Date | null>`case when entry.sign < 0 then purchase.created_at end`.as('purchased_at'))
      .select(sql<string>`entry.sign * items_amount`.as('amount'))
      .select(['purchase.patient_id', 'voucher.code as voucher_code', 'purchase.business_id', 'company_name', 'vat'])
      .select(['purchase.store_id', 'store_code', 'store_name', 'city'])
      .select((eb) =>
        jsonArrayFrom(
          eb
            .selectFrom('purchase_item')
            .whereRef('purchase_item.purchase_id', '=', 'purchase.purchase_id')
            .select(['product_id as productId', 'product_name as productName', 'ean1', 'manufacturer'])
            .select(sql<number>`entry.sign * quantity`.as('quantity'))
            // As text: a JSON number would not be exact.
            .select([
              sql<string>`unit_price::text`.as('unitPrice'),
              sql<string>`(entry.sign * total)::text`.as('total'),
            ])
            .orderBy('position'),
        ).as('lines'),
      )
      .orderBy('entry.place')
  );
}

type EntryRow = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number];

/** Rows, and the writing of their patients to the access log. */
interface Batch {
  readonly rows: readonly EntryRow[];
  readonly written: Promise<void>;
}

function toLine(line: EntryRow['lines'][number]): EntryLine {
  return { ...line, unitPrice: money(line.unitPrice), total: money(line.total) };
}

function toEntry(row: EntryRow): Entry {
  return {
    kind: row.sign > 0 ? 'PURCHASE' : 'CANCELLATION',
    at: row.at,
    purchasedAt: row.purchased_at ?? row.at,
    purchaseId: row.purchase_id,
    patientId: row.patient_id,
    voucherCode: row.voucher_code,
    business: { businessId: row.business_id, companyName: row.company_name, vat: row.vat },
    store: { storeId: row.store_id, code: row.store_code, name: row.store_name, city: row.city },
    lines: row.lines.map(toLine),
    amount: money(row.amount),
  };
}

/**
 * The referenced entries with their product lines, in batches; their patients are written to the access log first.
 * After an error or the end of the signal, up to two writes may still be under way.
 * Every document of billing and of AMC orders uses this query, so that all documents agree to the cent (rules §7).
 */
export async function* readEntries(
  db: Database,
  references: SelectReferences,
  consult: (patientIds: Iterable<number>) => Promise<void>,
  signal: AbortSignal,
): AsyncGenerator<readonly Entry[], void, undefined> {
  async function* handOn({ rows, written }: Batch) {
    await written;
    for (let from = 0; from < rows.length; from += BATCH_ROWS) {
      signal.throwIfAborted();
      yield rows.slice(from, from + BATCH_ROWS).map(toEntry);
    }
  }
  const read = (after: ReferencePosition | undefined, limit: number) =>
    selectRows(db, references(after, limit)).execute();
  // Rows are handed on when the next ones have come: their patients are written while the reader uses those before.
  let former: Batch | undefined;
  for await (const rows of inBatches<EntryRow>(read, signal, Infinity, READ_ENTRIES)) {
    const written = consult(rows.map((row) => row.patient_id));
    written.catch(() => undefined);
    if (former) yield* handOn(former);
    former = { rows, written };
  }
  if (former) yield* handOn(former);
}

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

/** The clocks of two processes may be this far apart, in ms. */
const CLOCKS_APART_MS = 30_000;

/**
 * Whether nothing can be dated before an instant any more: it has passed on the clock of every process, and no transaction
 * that writes began before that. A transaction dates what it writes after its begin (rules §5).
 * @param db the primary, because only there are the transactions under way
 */
export async function isOver({ db, now }: DbAndClock, end: Date): Promise<boolean> {
  const passedMs = now().getTime() - end.getTime() - CLOCKS_APART_MS;
  if (passedMs < 0) return false;
  // By how long ago, because the clock of the database may be another one too.
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and backend_xid is not null
      and xact_start < clock_timestamp() - ${passedMs} * interval '1 millisecond'
    limit 1`.execute(db);
  return rows.length === 0;
}
