import { type RawBuilder, sql } from 'kysely';
import { addDays, type Day, monthOf, startOfDay } from '#contract/rules/dates.ts';
import { LOCKS, lockUntilCommit } from '#server/database/migrate.ts';
import { inBatches } from '#server/lists.ts';
import type { Database, DbAndClock, Services } from '#server/services.ts';
import { FIGURE_COLUMNS, FIGURES, isInMonth, eventsOfMonth } from './month.ts';

/** The tables with figures that are computed from the ledger. */
type ComparedTable = 'voucher' | 'purchase' | 'amc_order' | 'amc_order_month' | 'month_closing' | 'ledger_month';

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

type Compare = (after: number, limit: number) => RawBuilder<ComparedRow>;

/** The first day of the month after a month `YYYYMM`; for 0 a day before all data. */
function monthAfter(month: number): Day {
  const text = String(month);
  return month === 0 ? '1900-01-01' : addDays(monthOf(`${text.slice(0, 4)}-${text.slice(4)}-01`).last, 1);
}

/** The first month from a day on that occurs in the sums or in the ledger. */
function nextMonth(from: Day): RawBuilder<unknown> {
  return sql`
    select least(
      (select min(month) from ledger_month where month >= ${from}::date),
      (select month_of_rome(min(counts_at)) from asl cross join lateral (
        select counts_at from ledger_entry
        where ledger_entry.asl_id = asl.asl_id and counts_at >= ${startOfDay(from)} order by counts_at limit 1
      ) first)
    ) as month`;
}

/** The sums of a month that are not those of its entries. The index has the authority first, so all are named. */
function differences(month: RawBuilder<unknown>): RawBuilder<unknown> {
  const key = sql`asl_id, business_id, store_id, dossier_type, sold_month, kind`;
  return sql`
    select ${key} from (
      select ${key}, entries, amount from ledger_month where month = ${month}
      union all
      select asl_id, business_id, store_id, dossier_type, month_of_rome(sold_at), kind, -1, -amount from ledger_entry
      where asl_id = any(array(select asl_id from asl)) and ${isInMonth(sql`counts_at`, month)}
    ) part
    group by ${key} having sum(entries) <> 0 or sum(amount) <> 0`;
}

/**
 * Each comparison reads stored and computed amounts in one statement, so a concurrent sale is either complete or absent
 * in both. `residual_after` of a purchase is not compared, because it belongs to the time of its sale.
 */
const COMPARISONS: Readonly<Record<ComparedTable, Compare>> = {
  voucher: (after, limit) => sql`
    select voucher_id as id, residual = initial_amount - coalesce((
      select sum(amount) from purchase join ledger_entry using (purchase_id)
      where purchase.voucher_id = voucher.voucher_id
    ), 0) as matches
    from voucher where voucher_id > ${after} order by voucher_id limit ${limit}`,
  purchase: (after, limit) => sql`
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
    from purchase where purchase_id > ${after} order by purchase_id limit ${limit}`,
  amc_order: (after, limit) => sql`
    select amc_order_id as id, coalesce((
      select sum(items_amount) = amount from amc_order_purchase join purchase using (purchase_id)
      where amc_order_purchase.amc_order_id = amc_order.amc_order_id
    ), false) as matches
    from amc_order where amc_order_id > ${after} order by amc_order_id limit ${limit}`,
  amc_order_month: (after, limit) => sql`
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
    from amc_order where amc_order_id > ${after} order by amc_order_id limit ${limit}`,
  month_closing: (after, limit) => sql`
    select closing_id as id, (${figuresOf('closing')}) is not distinct from (${figuresOf('figure')}) as matches
    from month_closing closing
    cross join lateral (select ${FIGURES} from (${closingEntries}) entry) figure
    where closing_id > ${after} order by closing_id limit ${limit}`,
  // One month at a time, numbered as YYYYMM.
  ledger_month: (after) => sql`
    select to_char(month, 'YYYYMM')::int as id, not exists (${differences(sql`next.month`)}) as matches
    from (${nextMonth(monthAfter(after))}) next where month is not null`,
};

/** The batch size where it differs from the default: an AMC order or a month may have a hundred thousand purchases. */
const BATCH_ROWS: Partial<Record<ComparedTable, number>> = {
  amc_order: 1,
  amc_order_month: 1,
  month_closing: 1,
  ledger_month: 1,
};

/** The result of one batch of rows. */
interface Comparison {
  readonly table: ComparedTable;
  readonly checked: number;
  /** The ids of the rows that differ from the ledger. */
  readonly mismatches: readonly number[];
}

/** Compares every stored figure with the ledger, in batches that let other queries run. */
export async function* compareWithLedger(db: Database, stop: AbortSignal): AsyncGenerator<Comparison, void, undefined> {
  for (const table of Object.keys(COMPARISONS) as ComparedTable[]) {
    const read = async (after: ComparedRow | undefined, limit: number) =>
      (await COMPARISONS[table](after?.id ?? 0, limit).execute(db)).rows;
    for await (const rows of inBatches(read, stop, Infinity, BATCH_ROWS[table])) {
      const mismatches = rows.filter(({ matches }) => !matches).map(({ id }) => id);
      yield { table, checked: rows.length, mismatches };
    }
  }
}

const MINUTE_MS = 60 * 1000;
/** In ms: the interval of the heartbeat of a run, and the silence after which a run counts as aborted. */
const [SAY_EVERY_MS, SILENT_MS] = [MINUTE_MS, 10 * MINUTE_MS];
/** In ms: the pause after a failed run, because the cause probably still exists. */
const AFTER_FAILURE_MS = 60 * MINUTE_MS;

interface Options {
  /** Skips the run when another process is running one, has ended one since this time, or had a failed one recently. */
  readonly unlessSince?: Date;
  /** Called with the table and ids of rows that differ from the ledger, several times. */
  readonly onMismatch: (table: string, ids: readonly number[]) => void;
  /** Ends the run and deletes its record. */
  readonly stop: AbortSignal;
}

/** The result of a reconciliation. */
interface Reconciliation {
  /** The number of compared rows. */
  readonly checked: number;
  readonly mismatches: number;
}

async function isLeftToOthers(trx: Database, now: Date, since: Date): Promise<boolean> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const found = await trx
    .selectFrom('reconciliation')
    .select('reconciliation_id')
    .where((eb) =>
      eb.or([
        eb.and([eb('ended_at', 'is', null), eb('failed_at', 'is', null), eb('seen_at', '>', before(SILENT_MS))]),
        eb('failed_at', '>', before(AFTER_FAILURE_MS)),
        eb('ended_at', '>=', since),
      ]),
    )
    .executeTakeFirst();
  return found !== undefined;
}

function begin({ db, now }: DbAndClock, since: Date | undefined): Promise<number | undefined> {
  return db.transaction().execute(async (trx) => {
    await lockUntilCommit(trx, LOCKS.reconciliation);
    const at = now();
    if (since !== undefined && (await isLeftToOthers(trx, at, since))) return undefined;
    const row = trx.insertInto('reconciliation').values({ started_at: at, seen_at: at });
    return (await row.returning('reconciliation_id').executeTakeFirstOrThrow()).reconciliation_id;
  });
}

/** Compares all tables and regularly updates the heartbeat. */
async function compare({ db, now }: DbAndClock, id: number, { onMismatch, stop }: Options): Promise<Reconciliation> {
  const found = { checked: 0, mismatches: 0 };
  let seenAt = now();
  for await (const { table, checked, mismatches } of compareWithLedger(db, stop)) {
    if (mismatches.length > 0) onMismatch(table, mismatches);
    found.checked += checked;
    found.mismatches += mismatches.length;
    if (now().getTime() - seenAt.getTime() < SAY_EVERY_MS) continue;
    seenAt = now();
    await db.updateTable('reconciliation').set({ seen_at: seenAt }).where('reconciliation_id', '=', id).execute();
  }
  return found;
}

/**
 * Computes all residuals and totals from the ledger and compares them with the stored ones (design §4). When several
 * processes start at the same time, only one of them does it.
 * @returns undefined when the run was skipped
 */
export async function reconcile(services: DbAndClock, options: Options): Promise<Reconciliation | undefined> {
  const id = await begin(services, options.unlessSince);
  if (id === undefined) return undefined;
  const { db, now } = services;
  const set = (values: { failed_at: Date } | (Reconciliation & { ended_at: Date })) =>
    db.updateTable('reconciliation').set(values).where('reconciliation_id', '=', id).execute();
  try {
    const found = await compare(services, id, options);
    await set({ ...found, ended_at: now() });
    return found;
  } catch (error) {
    const begun = db.deleteFrom('reconciliation').where('reconciliation_id', '=', id);
    // When the database is unavailable, this update fails too; another process takes over after the silence.
    await (options.stop.aborted ? begun.execute() : set({ failed_at: now() })).catch(() => undefined);
    throw error;
  }
}

/** The last completed reconciliation; undefined before the first one. */
export function readLastReconciliation({
  db,
}: Services): Promise<(Reconciliation & { readonly endedAt: Date }) | undefined> {
  return db
    .selectFrom('reconciliation')
    .select(['ended_at as endedAt', 'checked', 'mismatches'])
    .where('ended_at', 'is not', null)
    .orderBy('ended_at', 'desc')
    .$narrowType<{ endedAt: Date; checked: number; mismatches: number }>()
    .limit(1)
    .executeTakeFirst();
}
