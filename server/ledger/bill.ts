import { type RawBuilder, type Selectable, sql } from 'kysely';
import { addDays, type Day, dayOfRequest, endOfDay, startOfDay } from '#contract/rules/dates.ts';
import { type Money, money, sum, ZERO } from '#contract/rules/money.ts';
import { consultationWriter } from '#server/access-log/consultations.ts';
import type { Schema } from '#server/database/schema.ts';
import type { Made } from '#server/documents/made.ts';
import { type RequestedParties, scopeOf } from '#server/reference/filter-names.ts';
import { readMade } from '#server/reference/users.ts';
import { DomainError } from '#server/domain-error.ts';
import { mapBatches } from '#server/lists.ts';
import type { Database, DbAndClocks, Principal, Services } from '#server/services.ts';
import { type ClosedMonth, readClosedMonths } from './closings.ts';
import { readInvoiceMonths } from './invoice.ts';
import { entriesOf, type Entry, askWhetherOver, readEntries, readLastParties } from './entries.ts';
import {
  NO_TOTALS,
  type PeriodSums,
  readPeriodSums,
  type StoredTotals,
  type Subtotal,
  sumColumns,
  type Totals,
  toTotals,
} from './sums.ts';

export interface Payer {
  readonly code: string;
  readonly name: string;
}

/** The company that receives the payment. */
export interface Payee {
  readonly companyName: string;
  readonly address: string;
  readonly vat: string;
  readonly fiscalCode: string;
}

/** A cancellation of a sale that was made before the period. */
export type Correction = Pick<Entry, 'at' | 'purchasedAt' | 'purchaseId' | 'business' | 'store' | 'amount'>;

/** The totals of a bill. Sums in euro. */
export interface BillTotals {
  readonly days: readonly { readonly day: Day; readonly totals: Totals }[];
  readonly stores: readonly {
    readonly business: Entry['business'];
    readonly store: Entry['store'];
    readonly totals: Totals;
  }[];
  readonly businesses: readonly { readonly business: Entry['business']; readonly totals: Totals }[];
  /** Sales of the period, and cancellations of sales of the same period. */
  readonly ofPeriod: Totals;
  /** The first cancellations in the period of sales made before it. */
  readonly corrections: readonly Correction[];
  readonly correctionsSubtotal: Subtotal;
  /** The total of the period plus the corrections, from the amounts charged to the vouchers: the control total (rules §7). */
  readonly grandTotal: Money;
}

/** The product lines that a detail has written so far, and their sum. */
export interface WrittenLines {
  readonly count: number;
  readonly total: Money;
}

/**
 * The debt of a payer to one company or to all companies for a period: sales and cancellations made in it. The bill of
 * a past period never changes (rules §6).
 */
export interface Bill extends Made {
  /** Both days are included. */
  readonly period: { readonly first: Day; readonly last: Day };
  /** Whether nothing can be added to the period any more. */
  readonly isPeriodOver: boolean;
  /** The closed months of the period (rules §9). */
  readonly closedMonths: readonly ClosedMonth[];
  readonly payer: Payer;
  /** Null when the bill covers all companies. */
  readonly payee: Payee | null;
  /** Oldest first, in batches; it can be read once. */
  readonly entries: AsyncIterable<readonly Entry[]>;
  readonly written: () => WrittenLines;
  /** The totals of all entries. */
  readonly totals: () => Promise<BillTotals>;
}

/** The parameters of a billing call (§7): the parties, and a period of whole days, both included. */
export interface BillRequest extends RequestedParties {
  readonly dateStart: string;
  readonly dateEnd: string;
}

/** The parties and the period of a bill. */
interface BillScope {
  readonly aslId: number;
  /** Undefined when the bill covers all companies. */
  readonly businessId: number | undefined;
  /** Both days are included. */
  readonly period: { readonly first: Day; readonly last: Day };
  /** Whether nothing can be added to the period any more. */
  readonly isPeriodOver: boolean;
  /** The start of the period; `until` is the first instant after it. */
  readonly from: Date;
  readonly until: Date;
}

/** The longest period of a bill in days. */
const LONGEST_DAYS = 366;

/**
 * The scope of a bill: for a shop its active business and the named payer, for a health authority one
 * company or all (rules §7).
 * @throws DomainError INVALID_REQUEST when a shop names no `aslId`, or the period is too long or ends before it begins;
 * and as `scopeOf`
 */
async function billScope(
  services: DbAndClocks,
  principal: Principal,
  request: BillRequest,
  madeAt?: Date,
): Promise<BillScope> {
  const period = { first: dayOfRequest(request.dateStart), last: dayOfRequest(request.dateEnd) };
  const { aslId, businessId } = scopeOf(principal, request);
  if (aslId === undefined) throw new DomainError('INVALID_REQUEST', { field: 'aslId' });
  const isInOrder = period.first <= period.last;
  if (!isInOrder || addDays(period.first, LONGEST_DAYS) <= period.last)
    throw new DomainError('INVALID_REQUEST', { field: 'dateEnd' });
  const end = endOfDay(period.last);
  const { at, isOver: isPeriodOver } = await askWhetherOver(services, end);
  const shownAt = madeAt ?? at;
  const until = isPeriodOver || shownAt >= end ? end : new Date(shownAt.getTime() + 1);
  return { aslId, businessId, period, isPeriodOver, from: startOfDay(period.first), until };
}

/** The entries of these parties at any time. */
function selectOwed(db: Database, { aslId, businessId }: Pick<BillScope, 'aslId' | 'businessId'>) {
  const owed = db.selectFrom('ledger_entry').where('asl_id', '=', aslId);
  return businessId === undefined ? owed : owed.where('business_id', '=', businessId);
}

/** The maximum number of corrections in a summary; the detail has all of them. */
const MAX_CORRECTIONS = 1000;

/** The entries of a bill, in SQL. */
function entriesOfBill({ aslId, businessId, from, until }: BillScope): RawBuilder<unknown> {
  const ofBusiness = businessId === undefined ? sql`` : sql`and business_id = ${businessId}`;
  return sql`ledger_entry where asl_id = ${aslId} ${ofBusiness}
    and counts_at >= ${from} and counts_at < ${until}`;
}

/** What a row of the sums of a bill is of, by the columns that it adds up over. */
const GROUPS = { all: 7, business: 6, store: 4, day: 3 } as const;

interface StoredSums extends StoredTotals {
  readonly group: number;
  readonly isCorrection: boolean;
  readonly day: Day;
  readonly businessId: number;
  readonly companyName: string;
  readonly vat: string;
  readonly storeId: number;
  readonly storeCode: string;
  readonly storeName: string;
  readonly city: string;
}

/** The sums of a bill by day, store and company. Store and company are named as in the first entry of each. */
async function readSums(db: Database, scope: BillScope): Promise<readonly StoredSums[]> {
  const query = sql<StoredSums>`
    select sums.*, company_name as "companyName", vat, store_code as "storeCode", store_name as "storeName", city
    from (
      select is_correction as "isCorrection", day::text, business_id as "businessId", store_id as "storeId",
        grouping(day, store_id, business_id) as group, (min(place))[3] as parties_id, ${sumColumns()}
      from (
        select kind, amount, business_id, store_id, sold_at < ${scope.from} as is_correction,
          (counts_at at time zone 'Europe/Rome')::date as day,
          array[(extract(epoch from counts_at) * 1000000)::bigint, entry_id, parties_id] as place
        from ${entriesOfBill(scope)}
      ) entry
      group by grouping sets (
        (is_correction), (is_correction, day), (is_correction, business_id), (is_correction, business_id, store_id)
      )
    ) sums join parties using (parties_id)
    order by day, fold_text(company_name) collate "C", "businessId", store_code`;
  return (await query.execute(db)).rows;
}

function businessOf({ businessId, companyName, vat }: StoredSums): Entry['business'] {
  return { businessId, companyName, vat };
}

function storeOf({ storeId, storeCode: code, storeName: name, city }: StoredSums): Entry['store'] {
  return { storeId, code, name, city };
}

/** The days and stores of a bill, as its summary and its preview have them: without corrections of earlier sales. */
function partsOf(sums: readonly StoredSums[]) {
  const ofPeriod = (group: number) => sums.filter((row) => row.group === group && !row.isCorrection);
  return {
    days: ofPeriod(GROUPS.day).map((row) => ({ day: row.day, totals: toTotals(row) })),
    stores: ofPeriod(GROUPS.store).map((row) => ({
      business: businessOf(row),
      store: storeOf(row),
      totals: toTotals(row),
    })),
    businesses: ofPeriod(GROUPS.business).map((row) => ({ business: businessOf(row), totals: toTotals(row) })),
  };
}

async function readCorrections(db: Database, scope: BillScope): Promise<readonly Correction[]> {
  const query = sql<Selectable<Schema['ledger_entry']> & Selectable<Schema['parties']>>`
    select parties.*, entry.* from (
      select * from ${entriesOfBill(scope)} and sold_at < ${scope.from}
      order by counts_at, entry_id limit ${MAX_CORRECTIONS}
    ) entry join parties using (parties_id) order by counts_at, entry_id`;
  const { rows } = await query.execute(db);
  return rows.map((row) => ({
    at: row.counts_at,
    purchasedAt: row.sold_at,
    purchaseId: row.purchase_id,
    business: { businessId: row.business_id, companyName: row.company_name, vat: row.vat },
    store: { storeId: row.store_id, code: row.store_code, name: row.store_name, city: row.city },
    amount: money(row.amount),
  }));
}

/** The totals of a bill, without a look at any product line. */
async function readTotals(db: Database, scope: BillScope): Promise<BillTotals> {
  const sums = await readSums(db, scope);
  const all = (isCorrection: boolean) => {
    const row = sums.find((one) => one.group === GROUPS.all && one.isCorrection === isCorrection);
    return row ? toTotals(row) : NO_TOTALS;
  };
  const [ofPeriod, { cancellations: correctionsSubtotal }] = [all(false), all(true)];
  return {
    ...partsOf(sums),
    ofPeriod,
    corrections: correctionsSubtotal.count === 0 ? [] : await readCorrections(db, scope),
    correctionsSubtotal,
    grandTotal: ofPeriod.total.plus(correctionsSubtotal.amount),
  };
}

async function readPayer(db: Database, aslId: number): Promise<Payer> {
  const payer = await db.selectFrom('asl').select(['code', 'name']).where('asl_id', '=', aslId).executeTakeFirst();
  if (!payer) throw new DomainError('ASL_NOT_FOUND');
  return payer;
}

async function readPayee(db: Database, businessId: number): Promise<Payee> {
  const payee = await db
    .selectFrom('business')
    .select(['company_name as companyName', 'address', 'vat', 'fiscal_code as fiscalCode'])
    .where('business_id', '=', businessId)
    .executeTakeFirst();
  if (!payee) throw new DomainError('BUSINESS_NOT_FOUND');
  return payee;
}

function toPayer({ asl_code: code, asl_name: name }: Selectable<Schema['parties']>): Payer {
  return { code, name };
}

function toPayee(parties: Selectable<Schema['parties']>): Payee {
  const { company_name: companyName, address, vat, fiscal_code: fiscalCode } = parties;
  return { companyName, address, vat, fiscalCode };
}

/**
 * The bill of a period; both its documents use it.
 * @param shows of what its document has rows: of a bill of purchases the patients are written to the access log
 * @throws DomainError as `billScope`; ASL_NOT_FOUND or BUSINESS_NOT_FOUND for an unknown party
 */
export async function readBill(
  services: Services,
  principal: Principal,
  request: BillRequest,
  { shows, signal }: { readonly shows: 'purchases' | 'sums'; readonly signal: AbortSignal },
): Promise<Bill> {
  const { db } = services;
  const made = await readMade(services, principal);
  const scope = await billScope(services, principal, request, made.madeAt);
  const { aslId, businessId, period, isPeriodOver, from, until } = scope;
  const owed = selectOwed(db, { aslId, businessId });
  const present = {
    payer: await readPayer(db, aslId),
    payee: businessId === undefined ? null : await readPayee(db, businessId),
  };
  const parties = await readLastParties(db, owed, until);
  const closedMonths = await readClosedMonths(db, { aslId, businessId }, period);
  const source = entriesOf(owed, { from, until });
  const consult = shows === 'sums' ? undefined : consultationWriter(db, principal, { at: made.madeAt });
  let written: WrittenLines = { count: 0, total: ZERO };
  const entries = mapBatches(readEntries(db, source, consult, signal), (batch) => {
    const lines = batch.flatMap((entry) => entry.lines);
    written = {
      count: written.count + lines.length,
      total: written.total.plus(sum(lines.map(({ total }) => total))),
    };
    return batch;
  });
  return {
    ...made,
    period,
    isPeriodOver,
    closedMonths,
    payer: parties === undefined ? present.payer : toPayer(parties),
    payee: parties === undefined || present.payee === null ? present.payee : toPayee(parties),
    entries,
    written: () => written,
    totals: () => readTotals(db, scope),
  };
}

/** The totals that the documents of a bill would show. Sums in euro. */
interface BillPreview extends PeriodSums {
  readonly total: Money;
  readonly isPeriodOver: boolean;
  /** The closed months of the period (rules §9). */
  readonly closedMonths: readonly ClosedMonth[];
  /** The months whose invoice can be drafted. */
  readonly invoiceMonths: readonly Day[];
}

/**
 * The counts and sums of a bill.
 * @throws DomainError as `billScope`
 */
export async function readBillTotals(
  services: Services,
  principal: Principal,
  request: BillRequest,
): Promise<BillPreview> {
  const { aslId, businessId, period, isPeriodOver } = await billScope(services, principal, request);
  const parties = { aslId, businessId };
  const closedMonths = await readClosedMonths(services.db, parties, period);
  const invoiceMonths =
    businessId === undefined ? [] : await readInvoiceMonths(services.db, { aslId, businessId }, period);
  const sums = await readPeriodSums(services.db, parties, period, 'counts');
  const total = sums.purchases.amount.plus(sums.cancellations.amount).plus(sums.corrections.amount);
  return { ...sums, total, isPeriodOver, closedMonths, invoiceMonths };
}

/**
 * The days and the stores of a bill, as its summary has them.
 * @throws DomainError as `billScope`
 */
export async function readBillParts(services: Services, principal: Principal, request: BillRequest) {
  const { days, stores } = partsOf(await readSums(services.db, await billScope(services, principal, request)));
  return {
    days: days.map(({ day, totals }) => ({ day, ...totals })),
    stores: stores.map(({ business, store, totals }) => ({
      ...business,
      storeId: store.storeId,
      storeName: store.name,
      ...totals,
    })),
  };
}
