import { type Day, romeDay } from '#contract/rules/dates.ts';
import { type Money, ZERO } from '#contract/rules/money.ts';
import type { Entry } from '../ledger/entry.ts';
import { NO_SUBTOTAL, NO_TOTALS, Totaller, addToSubtotal, addTotals } from '../ledger/subtotals.ts';
import type { BillTotals, Correction } from './bill.ts';

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
