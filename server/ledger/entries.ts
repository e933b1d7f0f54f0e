import type { Row } from '#server/documents/sheet.ts';
import {
  type AliasableExpression,
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  sql,
  type SqlBool,
} from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { money, type Money } from '#contract/rules/money.ts';
import type { VatRate } from '#contract/rules/vat.ts';
import { PREPARED } from '#server/database/pool.ts';
import type { Schema } from '#server/database/schema.ts';
import { hasAllOfPrimary } from '#server/database/replica.ts';
import { onPrimary } from '#server/limiter.ts';
import { BATCH_ROWS, inBatches } from '#server/lists.ts';
import type { Consult } from '#server/access-log/consultations.ts';
import type { Database, DbAndClocks } from '#server/services.ts';

/**
 * A product line of an entry, with the product name at the time of the sale. In a cancellation, quantity and total are
 * negative. Amounts in euro.
 */
export interface EntryLine {
  readonly productId: number;
  readonly productName: string;
  readonly ean1: string;
  readonly manufacturer: string;
  /** On the day of the sale; null where none was stored. */
  readonly vatRate: VatRate | null;
  readonly quantity: number;
  readonly unitPrice: Money;
  readonly total: Money;
}

/**
 * An entry of the ledger as documents show it (rules §6). It names the voucher but not the patient, because accounting
 * does not need the patient.
 */
export interface Entry {
  readonly kind: Schema['ledger_entry']['kind'];
  /** When it counts. */
  readonly at: Date;
  /** When the sale counts: this one, or the one that is cancelled. */
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

/**
 * When something that happens now counts: now, or at the start of the next open month where this one is closed. The month
 * stays open until the transaction ends, because whoever closes it waits (rules §9).
 */
export function instantInOpenMonth(aslId: number, businessId: number, at: Date): RawBuilder<Date> {
  return sql`instant_in_open_month(${aslId}, ${businessId}, ${at})`;
}

/**
 * Writes the entries of purchases. An entry has nothing that its purchase does not have. Triggers add them to the sums of
 * their months, and see to it that they are only inserted, and none into a closed month.
 * @param which the entries, by `purchase_id` and `kind`
 */
function insertEntries(
  which: RawBuilder<SqlBool>,
  at: RawBuilder<unknown>,
  userId: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    insert into ledger_entry (
      purchase_id, kind, amount, at, counts_at, sold_at, voucher_id, patient_id, asl_id, business_id, store_id,
      dossier_type, parties_id, user_id
    )
    select purchase_id, kind, amount, ${at}, counts_at, created_at, voucher_id, purchase.patient_id, purchase.asl_id,
      business_id, store_id, dossier.type, parties_id, ${userId}
    from purchase join dossier using (dossier_id) cross join lateral (values
      ('SALE', items_amount, created_at), ('CANCELLATION', -items_amount, cancelled_at)
    ) part (kind, amount, counts_at)
    where counts_at is not null and ${which}
    order by counts_at, purchase_id, amount desc`;
}

/**
 * Writes the entry of a purchase or of its cancellation into the ledger, as the last work of its transaction: others who
 * sell at this store wait from here until the commit, for the row of the sum.
 * @param by when it happened, and who did it
 */
export async function addEntry(
  trx: Database,
  purchaseId: number,
  kind: Schema['ledger_entry']['kind'],
  by: { readonly at: Date; readonly userId: number },
): Promise<void> {
  const which = sql<SqlBool>`purchase_id = ${purchaseId} and kind = ${sql.lit(kind)}`;
  const insert = insertEntries(which, sql`${by.at}::timestamptz`, sql`${by.userId}::bigint`);
  const { rows } = await sql`${insert} returning entry_id ${PREPARED}`.execute(trx);
  if (rows.length !== 1) throw new Error(`Purchase ${purchaseId} has nothing for the ledger`);
}

/** Writes the entries that purchases lack, for data that is not made by selling. */
export async function addMissingEntries(db: Database): Promise<void> {
  const which = sql<SqlBool>`not exists (
    select from ledger_entry made where made.purchase_id = purchase.purchase_id and made.kind = part.kind
  )`;
  await insertEntries(which, sql`counts_at`, sql`user_id`).execute(db);
}

type EntryQuery = SelectQueryBuilder<Schema, 'ledger_entry', object>;

/** What the entries after it are found by. */
export interface EntryPosition {
  readonly entry_id: number;
  readonly purchase_id: number;
  /** As text from the database: a JavaScript date would lose its microseconds. */
  readonly counts_at_text: string;
}

/** Entries in an order: at most `limit` of them after one; without that one, the first ones. */
export interface EntrySource {
  readonly select: (
    after: EntryPosition | undefined,
    limit: number,
  ) => AliasableExpression<Selectable<Schema['ledger_entry']>>;
  readonly order: readonly ('counts_at' | 'entry_id' | 'purchase_id')[];
}

/** The instants from `from` (included) until `until` (excluded). */
export interface Period {
  readonly from: Date | undefined;
  readonly until: Date;
}

/**
 * The entries that count in a period, oldest first. Entries never change. So the batches show one consistent state, if
 * the period is over when the reading begins.
 */
export function entriesOf(entries: EntryQuery, { from, until }: Period): EntrySource {
  return {
    select: (after, limit) => {
      let found = entries.where('counts_at', '<', until);
      if (after) {
        const at = sql<Date>`${after.counts_at_text}::timestamptz`;
        // Written apart from the time: PostgreSQL expects one comparison of both to match few rows, and sorts all of them.
        found = found
          .where('counts_at', '>=', at)
          .where((eb) => eb.or([eb('counts_at', '>', at), eb('entry_id', '>', after.entry_id)]));
      } else if (from) found = found.where('counts_at', '>=', from);
      return found.selectAll().orderBy('counts_at').orderBy('entry_id').limit(limit);
    },
    order: ['counts_at', 'entry_id'],
  };
}

/** The columns of an `EntryPosition`. */
export const POSITION = [
  'entry.entry_id',
  'entry.purchase_id',
  sql<string>`entry.counts_at::text`.as('counts_at_text'),
] as const;

/** More are read at once than are handed on: fewer statements, and other requests do not wait longer for their turn. */
const READ_ENTRIES = 600;

function selectRows(db: Database, { select, order }: EntrySource, after: EntryPosition | undefined, limit: number) {
  const sign = sql`case entry.kind when 'SALE' then 1 else -1 end`;
  const rows = db
    .selectFrom(select(after, limit).as('entry'))
    .innerJoin('voucher', 'voucher.voucher_id', 'entry.voucher_id')
    .innerJoin('parties', 'parties.parties_id', 'entry.parties_id')
    .select(POSITION)
    .select(['entry.kind', 'counts_at', 'sold_at', 'amount', 'patient_id', 'voucher.code as voucher_code'])
    .select(['business_id', 'company_name', 'vat', 'entry.store_id', 'store_code', 'store_name', 'city'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('purchase_item')
          .whereRef('purchase_item.purchase_id', '=', 'entry.purchase_id')
          .select(['product_id as productId', 'product_name as productName', 'ean1', 'manufacturer'])
          .select(sql<string | null>`sold_vat_rate`.as('vatRate'))
          .select(sql<number>`${sign} * quantity`.as('quantity'))
          // As text: a JSON number would not be exact.
          .select([sql<string>`unit_price::text`.as('unitPrice'), sql<string>`(${sign} * total)::text`.as('total')])
          .orderBy('position'),
      ).as('lines'),
    );
  return order.reduce((query, column) => query.orderBy(`entry.${column}`), rows);
}

type EntryRow = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number];

/** Rows, and the writing of their patients to the access log. */
interface Batch {
  readonly rows: readonly EntryRow[];
  readonly written: Promise<void>;
}

function toLine(line: EntryRow['lines'][number]): EntryLine {
  const vatRate = line.vatRate as VatRate | null;
  return { ...line, vatRate, unitPrice: money(line.unitPrice), total: money(line.total) };
}

function toEntry(row: EntryRow): Entry {
  return {
    kind: row.kind,
    at: row.counts_at,
    purchasedAt: row.sold_at,
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
 * Entries with their product lines, in batches. Of a document that shows them their patients are written to the access log
 * first; one of sums alone shows nobody.
 * After an error or the end of the signal, up to two writes may still be under way.
 * Every document of billing and of AMC orders uses this query, so that all documents agree to the cent (rules §7).
 */
export async function* readEntries(
  db: Database,
  source: EntrySource,
  consult: Consult | undefined,
  signal: AbortSignal,
): AsyncGenerator<readonly Entry[], void, undefined> {
  async function* handOn({ rows, written }: Batch) {
    await written;
    for (let from = 0; from < rows.length; from += BATCH_ROWS) {
      signal.throwIfAborted();
      yield rows.slice(from, from + BATCH_ROWS).map(toEntry);
    }
  }
  const read = (after: EntryPosition | undefined, limit: number) => selectRows(db, source, after, limit).execute();
  // Rows are handed on when the next ones have come: their patients are written while the reader uses those before.
  let former: Batch | undefined;
  for await (const rows of inBatches<EntryRow>(read, signal, Infinity, READ_ENTRIES)) {
    const written = Promise.resolve(consult?.(rows.map((row) => row.patient_id)));
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
  entries: EntryQuery,
  until: Date,
): Promise<Selectable<Schema['parties']> | undefined> {
  const last = entries
    .select('parties_id')
    .where('kind', '=', 'SALE')
    .where('counts_at', '<', until)
    .orderBy('counts_at', 'desc')
    .orderBy('entry_id', 'desc')
    .limit(1);
  return db.selectFrom('parties').selectAll().where('parties_id', '=', last).executeTakeFirst();
}

const KINDS: Readonly<Record<Entry['kind'], string>> = { SALE: 'Vendita', CANCELLATION: 'Storno' };

/** The titles of the columns of `entryRows`. */
export const ENTRY_COLUMNS: readonly string[] = [
  'Data e ora',
  'Operazione',
  'Numero acquisto',
  'Data e ora della vendita',
  'Esercente',
  'Partita IVA',
  'Codice punto vendita',
  'Punto vendita',
  'Codice buono',
  'EAN',
  'Prodotto',
  'Produttore',
  'Quantità',
  'Prezzo unitario (€)',
  'Importo (€)',
];

/** One row for each product line (§2). */
export function* entryRows(entries: readonly Entry[]): Generator<Row, void, undefined> {
  for (const entry of entries) {
    for (const line of entry.lines)
      yield [
        entry.at,
        KINDS[entry.kind],
        entry.purchaseId,
        entry.purchasedAt,
        entry.business.companyName,
        entry.business.vat,
        entry.store.code,
        entry.store.name,
        entry.voucherCode,
        line.ean1,
        line.productName,
        line.manufacturer,
        line.quantity,
        line.unitPrice,
        line.total,
      ];
  }
}

/** The clock of a database that takes over may be this far behind, in ms. */
const CLOCKS_APART_MS = 30_000;

/** The present instant of the primary's clock, and whether nothing can be dated before another one any more. */
interface Moment {
  readonly at: Date;
  readonly isOver: boolean;
}

/**
 * Whether nothing can be dated before an instant any more: it has passed on the database's clock, and no transaction that
 * writes began before that. A transaction dates what it writes after its begin (rules §5).
 */
export async function askWhetherOver({ db, clock }: DbAndClocks, end: Date): Promise<Moment> {
  const passed = sql`at - ${end}::timestamptz - ${CLOCKS_APART_MS} * interval '1 millisecond'`;
  // By how long ago, for a false clock. When a transaction of another role began is hidden, so it counts as one of before.
  const asking = sql<Moment>`select at, ${passed} >= interval '0' and not exists (
      select from pg_stat_activity
      where datname = current_database() and backend_xid is not null
        and coalesce(xact_start < clock_timestamp() - (${passed}), true)
    ) as "isOver" from (select ${clock()} as at offset 0) as moment`;
  const { rows } = await onPrimary(() => asking.execute(db));
  const [moment] = rows;
  if (moment === undefined) throw new Error('a clock without a time');
  return moment.isOver ? { ...moment, isOver: await hasAllOfPrimary({ db }) } : moment;
}
