import { setTimeout as delay } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { addDays, type Day, monthOf, startOfDay } from '#contract/rules/dates.ts';
import { LOCKS, lockUntilCommit } from '#server/database/advisory-locks.ts';
import { readInstant } from '#server/database/clock.ts';
import { beginAgain, doInSteps, type JobPart, type Reach, type StepOutcome } from '#server/database/steps.ts';
import type { Database, DbAndClocks, Services } from '#server/services.ts';
import { FIGURE_COLUMNS, FIGURES, isInMonth, eventsOfMonth } from './month.ts';

/** The tables with figures that are computed from the ledger, besides the sums of months. */
type ComparedTable = 'voucher' | 'purchase' | 'amc_order' | 'amc_order_month' | 'month_closing';

interface ComparedRow {
  readonly id: number;
  readonly matches: boolean;
}

/**
 * What a closing covers. For each closing only one of the two parts has rows: the part for all businesses or the part for
 * one. Each part uses its own index.
 */
const closingEntries = sql.join(
  [
    (table: string) => sql`closing.business_id is null and ${sql.ref(`${table}.asl_id`)} = closing.asl_id`,
    (table: string) =>
      sql`(${sql.ref(`${table}.asl_id`)}, ${sql.ref(`${table}.business_id`)}) = (closing.asl_id, closing.business_id)`,
  ].map((isOf) => eventsOfMonth({ month: sql`closing.month`, isOf })),
  sql` union all `,
);
const figuresOf = (table: string) => sql.join(FIGURE_COLUMNS.map((column) => sql.ref(`${table}.${column}`)));

/** Compares the rows with these keys. */
type Compare = (ids: readonly number[]) => RawBuilder<ComparedRow>;

/**
 * Each comparison reads stored and computed amounts in one statement, so a concurrent sale is either complete or absent
 * in both. `residual_after` of a purchase is not compared, because it belongs to the time of its sale.
 */
const COMPARISONS: Readonly<Record<ComparedTable, Compare>> = {
  voucher: (ids) => sql`
    select voucher_id as id, residual = initial_amount - coalesce((
      select sum(amount) from purchase join ledger_entry using (purchase_id)
      where purchase.voucher_id = voucher.voucher_id
    ), 0) as matches
    from voucher where voucher_id = any(${ids}::bigint[])`,
  purchase: (ids) => sql`
    select purchase_id as id, coalesce((
      select sum(total) = items_amount and bool_and(total = greatest(round(quantity * unit_price, 2), 0.01))
      from purchase_item where purchase_item.purchase_id = purchase.purchase_id
    ), false) and (
      select count(*) = case status when 'CANCELLED' then 2 else 1 end and bool_and(case kind
        when 'SALE' then amount = items_amount and counts_at = created_at
        else amount = -items_amount and counts_at = cancelled_at end
        and (entry.asl_id, entry.business_id, entry.store_id, entry.voucher_id, entry.patient_id, entry.parties_id, sold_at)
          = (purchase.asl_id, purchase.business_id, purchase.store_id, purchase.voucher_id, purchase.patient_id,
            purchase.parties_id, created_at))
      from ledger_entry entry where entry.purchase_id = purchase.purchase_id
    ) as matches
    from purchase where purchase_id = any(${ids}::bigint[])`,
  amc_order: (ids) => sql`
    select amc_order_id as id, coalesce((
      select sum(items_amount) = amount from amc_order_purchase join purchase using (purchase_id)
      where amc_order_purchase.amc_order_id = amc_order.amc_order_id
    ), false) as matches
    from amc_order where amc_order_id = any(${ids}::bigint[])`,
  amc_order_month: (ids) => sql`
    select amc_order_id as id, not exists (
      select from (
        select month, business_id, purchases from amc_order_month
        where amc_order_month.amc_order_id = amc_order.amc_order_id
        union all
        select month_of_rome(created_at), business_id, -1
        from amc_order_purchase join purchase using (purchase_id)
        where amc_order_purchase.amc_order_id = amc_order.amc_order_id
      ) part
      group by month, business_id having sum(purchases) <> 0
    ) and not exists (
      select from amc_order_purchase
      where amc_order_purchase.amc_order_id = amc_order.amc_order_id
        and (released_at is not null) <> (esb_status = 'REJECTED')
    ) as matches
    from amc_order where amc_order_id = any(${ids}::bigint[])`,
  month_closing: (ids) => sql`
    select closing_id as id, (${figuresOf('closing')}) is not distinct from (${figuresOf('figure')}) as matches
    from month_closing closing
    cross join lateral (select ${FIGURES} from (${closingEntries}) entry) figure
    where closing_id = any(${ids}::bigint[])`,
};

/** The key of each table. */
const KEYS: Readonly<Record<ComparedTable, string>> = {
  voucher: 'voucher_id',
  purchase: 'purchase_id',
  amc_order: 'amc_order_id',
  amc_order_month: 'amc_order_id',
  month_closing: 'closing_id',
};
const TABLES = Object.keys(KEYS) as readonly ComparedTable[];

/** A month as its number YYYYMM, under which its sums are named. */
function numberOf(month: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_char(${month}, 'YYYYMM')::int`;
}

function firstOf(month: number): Day {
  const text = String(month);
  return `${text.slice(0, 4)}-${text.slice(4)}-01`;
}

/** The next month after one (0 for the first) that occurs in the sums or in the ledger. */
async function readNextMonth(trx: Database, after: number): Promise<number | null> {
  const from = after === 0 ? '1900-01-01' : addDays(monthOf(firstOf(after)).last, 1);
  const { rows } = await sql<{ month: number | null }>`select ${numberOf(sql`least(
      (select min(month) from ledger_month where month >= ${from}::date),
      (select month_of_rome(min(counts_at)) from asl cross join lateral (
        select counts_at from ledger_entry
        where ledger_entry.asl_id = asl.asl_id and counts_at >= ${startOfDay(from)} order by counts_at limit 1
      ) first)
    )`)} as month`.execute(trx);
  return rows[0]?.month ?? null;
}

/** Whether sums of a month are not those of its entries. The index has the authority first, so all are named. */
async function hasDifferences(trx: Database, month: number, businessIds: readonly number[]): Promise<boolean> {
  const first = sql`${firstOf(month)}::date`;
  const isOfThem = sql`business_id = any(${businessIds}::bigint[])`;
  const key = sql`asl_id, business_id, store_id, dossier_type, sold_month, kind`;
  const { rows } = await sql`
    select from (
      select ${key}, entries, amount from ledger_month where month = ${first} and ${isOfThem}
      union all
      select asl_id, business_id, store_id, dossier_type, month_of_rome(sold_at), kind, -1, -amount from ledger_entry
      where asl_id = any(array(select asl_id from asl)) and ${isOfThem} and ${isInMonth(sql`counts_at`, first)}
    ) part
    group by ${key} having sum(entries) <> 0 or sum(amount) <> 0 limit 1`.execute(trx);
  return rows.length > 0;
}

/** What a run compares: all, or what has changed since the last run and what differed then. */
interface Run {
  readonly id: number;
  readonly job: JobPart['job'];
  readonly at: Date;
  /** Orders that were rejected since then may have changed. */
  readonly since: Date;
  /** The last rows of which none before is still to come. */
  readonly until: Readonly<Record<'ledger_entry' | 'amc_order' | 'month_closing', number>>;
}

async function countChecked(trx: Database, { id }: Run, rows: number): Promise<void> {
  await sql`update reconciliation set checked = checked + ${rows} where reconciliation_id = ${id}`.execute(trx);
}

/** Writes down which of the compared rows differ. */
async function noteDifferences(
  trx: Database,
  { at }: Run,
  table: string,
  compared: readonly number[],
  wrong: readonly number[],
): Promise<void> {
  await sql`delete from ledger_difference
    where table_name = ${table} and id = any(${compared}::bigint[]) and id <> all(${wrong}::bigint[])`.execute(trx);
  await sql`insert into ledger_difference (table_name, id, found_at)
    select ${table}, id, ${at}::timestamptz from unnest(${wrong}::bigint[]) as wrong (id)
    on conflict do nothing`.execute(trx);
}

async function compareRows(trx: Database, run: Run, table: ComparedTable, ids: readonly number[]): Promise<void> {
  const { rows } = await COMPARISONS[table](ids).execute(trx);
  const wrong = rows.filter(({ matches }) => !matches).map(({ id }) => id);
  await noteDifferences(trx, run, table, ids, wrong);
  await countChecked(trx, run, rows.length);
}

/** Has months compared that an entry has been added to: their sums, and closings that should not have changed. */
async function noteMonths(trx: Database, { job, at }: Run, months: readonly number[]): Promise<void> {
  for (const month of months)
    for (const kind of ['month', 'closings']) await beginAgain(trx, { job, part: `${kind} ${month}` }, at);
}

/** The ids that a query gives as `id`. */
async function readIds(trx: Database, query: RawBuilder<unknown>): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number | string }>`${query}`.execute(trx);
  return rows.map(({ id }) => Number(id));
}

type PartStep = (trx: Database, run: Run, reach: Reach, named: string) => Promise<StepOutcome>;

/** Compares rows of a table by their keys, until there are none. */
function byKey(
  find: (run: Run, reach: Reach, named: string) => RawBuilder<unknown>,
  tables: (named: string) => readonly ComparedTable[],
  end: 'over' | 'done' = 'over',
): PartStep {
  return async (trx, run, reach, named) => {
    const ids = await readIds(trx, find(run, reach, named));
    if (ids.length > 0) for (const table of tables(named)) await compareRows(trx, run, table, ids);
    return { upTo: ids.at(-1) ?? end };
  };
}

function rowsAfter(table: ComparedTable, { after, size }: Reach, condition = sql`true`): RawBuilder<unknown> {
  const key = sql.ref(KEYS[table]);
  return sql`select ${key} as id from ${sql.table(table === 'amc_order_month' ? 'amc_order' : table)}
    where ${key} > ${after} and ${condition} order by ${key} limit ${size}`;
}

const ORDER_TABLES = ['amc_order', 'amc_order_month'] as const;

/** The parts of a run by their first word; the second names a table or a month. */
const PARTS: Readonly<Record<string, PartStep>> = {
  all: byKey(
    (_, reach, named) => rowsAfter(named as ComparedTable, reach),
    (named) => [named as ComparedTable],
  ),
  // What differed before is looked at in each run, until it agrees.
  known: byKey(
    (_, { after, size }, named) => sql`select id from ledger_difference
      where table_name = ${named} and id > ${after} order by id limit ${size}`,
    (named) => [named as ComparedTable],
  ),
  knownMonths: async (trx, run, { after, size }) => {
    const months = await readIds(
      trx,
      sql`select id from ledger_difference where table_name = 'ledger_month' and id > ${after} order by id limit ${size}`,
    );
    await noteMonths(trx, run, months);
    return { upTo: months.at(-1) ?? 'over' };
  },
  allMonths: async (trx, { job, at }, { after }) => {
    const month = await readNextMonth(trx, after);
    if (month === null) return { upTo: 'over' };
    await beginAgain(trx, { job, part: `month ${month}` }, at);
    return { upTo: month };
  },
  newEntries: async (trx, run, { after, size }) => {
    const { rows } = await sql<{ id: number; voucher_id: number; purchase_id: number; month: number }>`
      select entry_id as id, voucher_id, purchase_id, ${numberOf(sql`month_of_rome(counts_at)`)} as month from ledger_entry
      where entry_id > ${after} and entry_id <= ${run.until.ledger_entry} order by entry_id limit ${size}`.execute(trx);
    const distinct = (key: 'voucher_id' | 'purchase_id' | 'month') => [...new Set(rows.map((row) => row[key]))];
    if (rows.length === 0) return { upTo: 'done' };
    await compareRows(trx, run, 'voucher', distinct('voucher_id'));
    await compareRows(trx, run, 'purchase', distinct('purchase_id'));
    await noteMonths(trx, run, distinct('month').sort());
    return { upTo: Number(rows.at(-1)?.id) };
  },
  newOrders: byKey(
    ({ until }, reach) => rowsAfter('amc_order', reach, sql`amc_order_id <= ${until.amc_order}`),
    () => ORDER_TABLES,
    'done',
  ),
  newClosings: byKey(
    ({ until }, reach) => rowsAfter('month_closing', reach, sql`closing_id <= ${until.month_closing}`),
    () => ['month_closing'],
    'done',
  ),
  rejected: byKey(
    ({ since }, { after, size }) => sql`
      with rejected as materialized (
        select amc_order_id from amc_order
        where asl_id = any(array(select asl_id from asl)) and rejected_at >= ${since}
      )
      select amc_order_id as id from rejected where amc_order_id > ${after} order by amc_order_id limit ${size}`,
    () => ORDER_TABLES,
  ),
  closings: byKey(
    (_, reach, named) => rowsAfter('month_closing', reach, sql`month = ${firstOf(Number(named))}`),
    () => ['month_closing'],
  ),
  month: async (trx, run, { after, size }, named) => {
    const month = Number(named);
    if (after === 0) {
      await noteDifferences(trx, run, 'ledger_month', [month], []);
      await countChecked(trx, run, 1);
    }
    const businessIds = await readIds(
      trx,
      sql`select business_id as id from business where business_id > ${after} order by business_id limit ${size}`,
    );
    if (await hasDifferences(trx, month, businessIds)) await noteDifferences(trx, run, 'ledger_month', [], [month]);
    return { upTo: businessIds.at(-1) ?? 'over' };
  },
};

const KNOWN = [...TABLES.map((table) => `known ${table}`), 'knownMonths'];
/** The parts of a run that compares all, and of one that compares what has changed. */
const OF_ALL = [...KNOWN, ...TABLES.map((table) => `all ${table}`), 'allMonths'];
const OF_CHANGED = [...KNOWN, 'rejected'];
/** These know for good how far they are. */
const LASTING = ['newEntries', 'newOrders', 'newClosings'];
/** Rows that may be large: an order or a closing may have a hundred thousand purchases. */
const LARGE = /order|closing|rejected/i;

/** A rejection is dated before its transaction ends; an hour covers that. */
const REJECTION_MS = 60 * 60 * 1000;

interface Options {
  /** Compares all, not only what has changed since the last run. */
  readonly isWhole?: boolean;
  /** Begins no run when one has ended since this time. One that is under way goes on. */
  readonly unlessSince?: Date;
  /** Called at the end with the table and ids of rows that differ from the ledger, several times. */
  readonly onMismatch: (table: string, ids: readonly number[]) => void;
  /** Ends the run after the present step; the next call goes on with it. */
  readonly stop: AbortSignal;
}

/** The result of a reconciliation. */
interface Reconciliation {
  /** The number of compared rows. */
  readonly checked: number;
  readonly mismatches: number;
}

/** The run that is under way, or a new one. */
function begin({ db, clock }: DbAndClocks, job: JobPart['job'], { isWhole = false, unlessSince }: Options) {
  return db.transaction().execute(async (trx) => {
    await lockUntilCommit(trx, LOCKS.reconciliation);
    const underWay = trx.selectFrom('reconciliation').select('reconciliation_id').where('is_whole', '=', isWhole);
    const found = await underWay.where('ended_at', 'is', null).executeTakeFirst();
    if (found) return found.reconciliation_id;
    if (unlessSince) {
      const ended = trx.selectFrom('reconciliation').select('reconciliation_id').where('ended_at', '>=', unlessSince);
      if (await ended.executeTakeFirst()) return undefined;
    }
    const at = await readInstant(trx, { clock });
    for (const part of isWhole ? OF_ALL : OF_CHANGED) await beginAgain(trx, { job, part }, at);
    if (!isWhole)
      await sql`insert into job_step (job, part, stepped_at) select ${job}, part, ${at}::timestamptz from unnest(${LASTING}::text[]) as part
        on conflict (job, part) do update set done_at = null`.execute(trx);
    const row = trx.insertInto('reconciliation').values({ is_whole: isWhole, started_at: at });
    return (await row.returning('reconciliation_id').executeTakeFirstOrThrow()).reconciliation_id;
  });
}

/** How often it is asked whether older transactions have ended, in ms. */
const ASK_EVERY_MS = 100;

/** A run of all reads no further than what there is. */
const NO_END = { ledger_entry: 0, amc_order: 0, month_closing: 0 };

/** The last rows now, when all transactions have ended that may still add one before them. */
async function readUntil(db: Database, stop: AbortSignal): Promise<Run['until']> {
  const { rows } = await sql<Run['until'] & { seen: string }>`
    select coalesce((select max(entry_id) from ledger_entry), 0) as ledger_entry,
      coalesce((select max(amc_order_id) from amc_order), 0) as amc_order,
      coalesce((select max(closing_id) from month_closing), 0) as month_closing,
      pg_snapshot_xmax(pg_current_snapshot())::text as seen`.execute(db);
  const [until] = rows;
  if (until === undefined) throw new Error('a maximum without a row');
  const isOver = sql<{ over: boolean }>`select pg_snapshot_xmin(pg_current_snapshot()) >= ${until.seen}::xid8 as over`;
  while ((await isOver.execute(db)).rows[0]?.over !== true) await delay(ASK_EVERY_MS, undefined, { signal: stop });
  return until;
}

/** The start of the last run that has ended. */
async function readLastStart(db: Database): Promise<Date> {
  const last = db.selectFrom('reconciliation').select('started_at').where('ended_at', 'is not', null);
  return (await last.orderBy('started_at', 'desc').limit(1).executeTakeFirst())?.started_at ?? new Date(0);
}

/** How many differences are told at a time. */
const TOLD_AT_ONCE = 1000;

async function tellDifferences(db: Database, tell: Options['onMismatch']): Promise<void> {
  for (const table of [...TABLES, 'ledger_month']) {
    for (let after: number | undefined = 0; after !== undefined;) {
      const next = db.selectFrom('ledger_difference').select('id').where('table_name', '=', table);
      const found = await next.where('id', '>', after).orderBy('id').limit(TOLD_AT_ONCE).execute();
      const ids: readonly number[] = found.map(({ id }) => id);
      if (ids.length > 0) tell(table, ids);
      after = ids.at(-1);
    }
  }
}

/**
 * Computes residuals and totals from the ledger and compares them with the stored ones (design §4): of what entries, orders
 * and closings have changed since the last run, and of what differed then; or of all. It goes on with a run that was cut
 * off. In several processes it is done once.
 * @returns undefined when no run was needed, or another process is at it
 * @throws AbortError when it was stopped
 */
export async function reconcile(services: DbAndClocks, options: Options): Promise<Reconciliation | undefined> {
  const { isWhole = false, stop, onMismatch } = options;
  const { db, clock } = services;
  const job = isWhole ? 'whole-reconciliation' : 'reconciliation';
  const id = await begin(services, job, options);
  if (id === undefined) return undefined;
  const since = new Date((await readLastStart(db)).getTime() - REJECTION_MS);
  const run = {
    id,
    job,
    at: await readInstant(db, services),
    since,
    until: isWhole ? NO_END : await readUntil(db, stop),
  } as const;
  const next = db.selectFrom('job_step').select('part').where('job', '=', job).where('done_at', 'is', null);
  for (;;) {
    stop.throwIfAborted();
    const { part } = (await next.orderBy('part').limit(1).executeTakeFirst()) ?? {};
    if (part === undefined) break;
    const [kind = '', named = ''] = part.split(' ');
    const step = PARTS[kind];
    if (!step) throw new Error(`no part of the reconciliation: ${part}`);
    const work = (trx: Database, reach: Reach) => step(trx, run, reach, named);
    const { isDone } = await doInSteps(services, { job, part }, stop, work, LARGE.test(part) ? 1 : undefined);
    stop.throwIfAborted();
    if (!isDone) return undefined;
  }
  const { rows } = await sql<{ checked: string; mismatches: number }>`
    update reconciliation set ended_at = ${clock()}, mismatches = (select count(*) from ledger_difference)
    where reconciliation_id = ${id} and ended_at is null returning checked, mismatches`.execute(db);
  const [ended] = rows;
  if (ended === undefined) return undefined;
  await tellDifferences(db, onMismatch);
  return { checked: Number(ended.checked), mismatches: ended.mismatches };
}

/** The last completed reconciliation; undefined before the first one. */
export async function readLastReconciliation({
  db,
}: Services): Promise<(Reconciliation & { readonly endedAt: Date }) | undefined> {
  const last = await db
    .selectFrom('reconciliation')
    .select(['ended_at as endedAt', 'checked', 'mismatches'])
    .where('ended_at', 'is not', null)
    .orderBy('ended_at', 'desc')
    .orderBy('reconciliation_id', 'desc')
    .$narrowType<{ endedAt: Date; mismatches: number }>()
    .limit(1)
    .executeTakeFirst();
  return last;
}
