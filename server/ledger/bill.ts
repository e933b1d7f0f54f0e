import { type Selectable, sql } from 'kysely';
import {
  addDays,
  type Day,
  dayOfRequest,
  endOfDay,
  romeDay,
  startOfDay,
  toOffsetTimestamp,
} from '#contract/rules/dates.ts';
import { type Money, money, toWire, ZERO } from '#contract/rules/money.ts';
import { consultationWriter } from '#server/access-log/consultations.ts';
import { toRowId } from '#server/database/queries.ts';
import type { Schema } from '#server/database/schema.ts';
import type { Made } from '#server/documents/made.ts';
import { type RequestedParties, scopeOf } from '#server/reference/filter-names.ts';
import { readMade } from '#server/reference/users.ts';
import { DomainError } from '#server/domain-error.ts';
import { mapBatches } from '#server/lists.ts';
import type { Database, DbAndClock, Principal, Services } from '#server/services.ts';
import { type ClosedMonth, readClosedMonths } from './closings.ts';
import { readInvoiceMonths } from './invoice.ts';
import { entriesOf, type Entry, isOver, readEntries, readLastParties } from './entries.ts';
import {
  addToSubtotal,
  addTotals,
  NO_SUBTOTAL,
  NO_TOTALS,
  type PeriodSums,
  readPeriodSums,
  serializeSubtotal,
  type Subtotal,
  Totaller,
  type Totals,
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
  /** The total of the period plus the corrections, from the amounts charged to the vouchers. */
  readonly grandTotal: Money;
  /** The sum of all product lines; the detail lists them (rules §7). */
  readonly controlTotal: Money;
  readonly lineCount: number;
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
  /** The totals of the entries read so far. */
  readonly totals: () => BillTotals;
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
  readonly madeAt: Date;
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
async function billScope({ db, now }: DbAndClock, principal: Principal, request: BillRequest): Promise<BillScope> {
  const period = { first: dayOfRequest(request.dateStart), last: dayOfRequest(request.dateEnd) };
  const { aslId, businessId } = scopeOf(principal, request);
  if (aslId === undefined) throw new DomainError('INVALID_REQUEST', { field: 'aslId' });
  const isInOrder = period.first <= period.last;
  if (!isInOrder || addDays(period.first, LONGEST_DAYS) <= period.last)
    throw new DomainError('INVALID_REQUEST', { field: 'dateEnd' });
  const end = endOfDay(period.last);
  const madeAt = now();
  const isPeriodOver = await isOver({ db, now }, end);
  const until = madeAt >= end ? end : new Date(madeAt.getTime() + 1);
  return { aslId, businessId, period, madeAt, isPeriodOver, from: startOfDay(period.first), until };
}

/** The entries of these parties at any time. */
function selectOwed(db: Database, { aslId, businessId }: Pick<BillScope, 'aslId' | 'businessId'>) {
  const owed = db.selectFrom('ledger_entry').where('asl_id', '=', toRowId(aslId));
  return businessId === undefined ? owed : owed.where('business_id', '=', toRowId(businessId));
}

type Store = BillTotals['stores'][number];
type Business = BillTotals['businesses'][number];

/** The entries of a day, a store or a company, with the facts that the first of them has about it. */
interface Group<Facts> {
  readonly facts: Facts;
  readonly totaller: Totaller;
}

/** The maximum number of corrections in a summary; the detail has all of them. */
const MAX_CORRECTIONS = 1000;

function byName(a: Store, b: Store): number {
  return (
    a.business.companyName.localeCompare(b.business.companyName, 'it') ||
    a.business.businessId - b.business.businessId ||
    a.store.code.localeCompare(b.store.code, 'it')
  );
}

/** The totaller of a group, a new one for its first entry. */
function totallerOf<Key, Facts>(groups: Map<Key, Group<Facts>>, key: Key, facts: Facts): Totaller {
  let group = groups.get(key);
  if (!group) groups.set(key, (group = { facts, totaller: new Totaller() }));
  return group.totaller;
}

function withTotals<Facts>({ facts, totaller }: Group<Facts>) {
  return { ...facts, totals: totaller.totals() };
}

/**
 * Adds up the entries of a period by day, store and company. Corrections (cancellations of sales made before the
 * period) are kept apart. Its memory does not grow with the number of entries.
 */
export class BillTotaller {
  /** The start of the period. */
  private readonly start: Date;
  private readonly days = new Map<Day, Group<{ readonly day: Day }>>();
  private readonly stores = new Map<number, Group<Omit<Store, 'totals'>>>();
  /** As the first entry of each names it. */
  private readonly businesses = new Map<number, Entry['business']>();
  private readonly corrections: Correction[] = [];
  private correctionsSubtotal = NO_SUBTOTAL;
  private controlTotal: Money = ZERO;
  private lineCount = 0;

  constructor(start: Date) {
    this.start = start;
  }

  /** @param entries oldest first */
  add(entries: readonly Entry[]): void {
    for (const entry of entries) {
      if (entry.purchasedAt < this.start) this.correct(entry);
      else this.count(entry);
      for (const { total } of entry.lines) this.controlTotal = this.controlTotal.plus(total);
      this.lineCount += entry.lines.length;
    }
  }

  private correct(entry: Entry): void {
    this.correctionsSubtotal = addToSubtotal(this.correctionsSubtotal, entry);
    if (this.corrections.length === MAX_CORRECTIONS) return;
    const { at, purchasedAt, purchaseId, business, store, amount } = entry;
    this.corrections.push({ at, purchasedAt, purchaseId, business, store, amount });
  }

  private count(entry: Entry): void {
    const { at, business, store } = entry;
    const day = romeDay(at);
    totallerOf(this.days, day, { day }).add(entry);
    totallerOf(this.stores, store.storeId, { business, store }).add(entry);
    if (!this.businesses.has(business.businessId)) this.businesses.set(business.businessId, business);
  }

  /** The totals of each company, in the order of its first store. */
  private totalBusinesses(stores: readonly Store[]): readonly Business[] {
    const all = new Map<number, Business>();
    for (const { business, totals } of stores) {
      const { businessId: id } = business;
      const former = all.get(id)?.totals ?? NO_TOTALS;
      all.set(id, { business: this.businesses.get(id) ?? business, totals: addTotals(former, totals) });
    }
    return [...all.values()];
  }

  /** The totals of all entries added so far. */
  totals(): BillTotals {
    const days = Array.from(this.days.values(), withTotals);
    const stores = Array.from(this.stores.values(), withTotals).sort(byName);
    const ofPeriod = days.reduce((sum, { totals }) => addTotals(sum, totals), NO_TOTALS);
    return {
      days,
      stores,
      businesses: this.totalBusinesses(stores),
      ofPeriod,
      corrections: this.corrections,
      correctionsSubtotal: this.correctionsSubtotal,
      grandTotal: ofPeriod.total.plus(this.correctionsSubtotal.amount),
      controlTotal: this.controlTotal,
      lineCount: this.lineCount,
    };
  }
}

async function readPayer(db: Database, aslId: number): Promise<Payer> {
  const payer = await db
    .selectFrom('asl')
    .select(['code', 'name'])
    .where('asl_id', '=', toRowId(aslId))
    .executeTakeFirst();
  if (!payer) throw new DomainError('ASL_NOT_FOUND');
  return payer;
}

async function readPayee(db: Database, businessId: number): Promise<Payee> {
  const payee = await db
    .selectFrom('business')
    .select(['company_name as companyName', 'address', 'vat', 'fiscal_code as fiscalCode'])
    .where('business_id', '=', toRowId(businessId))
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
  const scope = await billScope(services, principal, request);
  const { aslId, businessId, period, madeAt, isPeriodOver, from, until } = scope;
  const owed = selectOwed(db, { aslId, businessId });
  const present = {
    payer: await readPayer(db, aslId),
    payee: businessId === undefined ? null : await readPayee(db, businessId),
  };
  const parties = await readLastParties(db, owed, until);
  const closedMonths = await readClosedMonths(db, { aslId, businessId }, period);
  const { requester } = await readMade(services, principal);
  const totaller = new BillTotaller(from);
  const source = entriesOf(owed, { from, until });
  const consult = shows === 'sums' ? undefined : consultationWriter(db, principal, { at: madeAt });
  const entries = mapBatches(readEntries(db, source, consult, signal), (batch) => {
    totaller.add(batch);
    return batch;
  });
  return {
    madeAt,
    requester,
    period,
    isPeriodOver,
    closedMonths,
    payer: parties === undefined ? present.payer : toPayer(parties),
    payee: parties === undefined || present.payee === null ? present.payee : toPayee(parties),
    entries,
    totals: () => totaller.totals(),
  };
}

/** The totals that the documents of a bill would show. Sums in euro. */
interface BillPreview extends PeriodSums {
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
  return { ...sums, isPeriodOver, closedMonths, invoiceMonths };
}

export function serializeBillPreview(from: BillPreview) {
  const { sales, cancellations, corrections, isPeriodOver, closedMonths, invoiceMonths } = from;
  return {
    purchases: serializeSubtotal(sales),
    cancellations: serializeSubtotal(cancellations),
    corrections: serializeSubtotal(corrections),
    total: toWire(sales.amount.plus(cancellations.amount).plus(corrections.amount)),
    isPeriodOver,
    closedMonths: closedMonths.map(({ closedAt, ...closed }) => ({
      ...closed,
      closeTime: toOffsetTimestamp(closedAt),
    })),
    invoiceMonths: [...invoiceMonths],
  };
}

interface StoredPart {
  readonly purchases: number;
  readonly sold: string;
  readonly cancellations: number;
  readonly cancelled: string;
}

interface StoredStore {
  readonly businessId: number;
  readonly companyName: string;
  readonly storeId: number;
  readonly storeName: string;
}

const PART = sql`(count(*) filter (where kind = 'SALE'))::int as purchases,
  coalesce(sum(amount) filter (where kind = 'SALE'), 0) as sold,
  (count(*) filter (where kind = 'CANCELLATION'))::int as cancellations,
  coalesce(sum(amount) filter (where kind = 'CANCELLATION'), 0) as cancelled`;

function toPart({ purchases, sold, cancellations, cancelled }: StoredPart) {
  return {
    purchases: { count: purchases, amount: toWire(money(sold)) },
    cancellations: { count: cancellations, amount: toWire(money(cancelled)) },
    total: toWire(money(sold).plus(cancelled)),
  };
}

/**
 * The days and the stores of a bill, as its summary has them: without corrections of earlier purchases. A store is named
 * as in its first entry.
 * @throws DomainError as `billScope`
 */
export async function readBillParts(services: Services, principal: Principal, request: BillRequest) {
  const { aslId, businessId, from, until } = await billScope(services, principal, request);
  const ofBusiness = businessId === undefined ? sql`` : sql`and business_id = ${toRowId(businessId)}`;
  const owed = sql`(
    select * from ledger_entry where asl_id = ${toRowId(aslId)} ${ofBusiness}
      and counts_at >= ${from} and counts_at < ${until} and sold_at >= ${from}
  ) entry`;
  const byDay = sql<StoredPart & { readonly day: Day }>`
    select (counts_at at time zone 'Europe/Rome')::date::text as day, ${PART} from ${owed} group by 1 order by 1`;
  const byStore = sql<StoredPart & StoredStore>`
    select sums.business_id as "businessId", company_name as "companyName", sums.store_id as "storeId",
      store_name as "storeName", purchases, sold, cancellations, cancelled
    from (
      select business_id, store_id, (array_agg(parties_id order by counts_at, entry_id))[1] as parties_id, ${PART}
      from ${owed} group by business_id, store_id
    ) sums join parties on parties.parties_id = sums.parties_id
    order by fold_text(company_name) collate "C", sums.business_id, store_code`;
  const { rows: days } = await byDay.execute(services.db);
  const { rows: stores } = await byStore.execute(services.db);
  return {
    days: days.map(({ day, ...part }) => ({ day, ...toPart(part) })),
    stores: stores.map(({ businessId: business, companyName, storeId, storeName, ...part }) => ({
      businessId: business,
      companyName,
      storeId,
      storeName,
      ...toPart(part),
    })),
  };
}
