import { type Day, romeDay } from '#contract/rules/dates.ts';
import { type Money, ZERO } from '#contract/rules/money.ts';
import type { Entry } from '../ledger/entry.ts';
import { type Balance, NO_BALANCE, NO_SUBTOTAL, addToBalance, addToSubtotal } from '../ledger/subtotals.ts';
import type { BillTotals, Correction } from './bill.ts';

type Store = BillTotals['stores'][number];
type Business = BillTotals['businesses'][number];

/** The maximum number of corrections in a summary; the detail has all of them. */
const MOST_CORRECTIONS = 1000;

function byName(a: Store, b: Store): number {
  return (
    a.business.companyName.localeCompare(b.business.companyName, 'it') ||
    a.business.businessId - b.business.businessId ||
    a.store.code.localeCompare(b.store.code, 'it')
  );
}

/**
 * Adds up the entries of a period by day, store and company. Corrections (cancellations of sales made before the
 * period) are kept apart. Its memory does not grow with the number of entries.
 */
export class BillTotaller {
  /** The start of the period. */
  private readonly start: Date;
  private readonly days = new Map<Day, Balance>();
  private readonly stores = new Map<number, Store>();
  private readonly businesses = new Map<number, Business>();
  private readonly corrections: Correction[] = [];
  private balance = NO_BALANCE;
  private correctionsSubtotal = NO_SUBTOTAL;
  private controlTotal: Money = ZERO;
  private lineCount = 0;

  constructor(start: Date) {
    this.start = start;
  }

  /** @param entries oldest first */
  add(entries: readonly Entry[]): void {
    for (const entry of entries) {
      if (entry.soldAt < this.start) this.correct(entry);
      else this.count(entry);
      for (const { total } of entry.lines) this.controlTotal = this.controlTotal.plus(total);
      this.lineCount += entry.lines.length;
    }
  }

  private correct(entry: Entry): void {
    this.correctionsSubtotal = addToSubtotal(this.correctionsSubtotal, entry);
    if (this.corrections.length === MOST_CORRECTIONS) return;
    const { at, soldAt, purchaseId, business, store, amount } = entry;
    this.corrections.push({ at, soldAt, purchaseId, business, store, amount });
  }

  private count(entry: Entry): void {
    const { at, business, store } = entry;
    const day = romeDay(at);
    const ofStore = this.stores.get(store.storeId) ?? { business, store, balance: NO_BALANCE };
    const ofBusiness = this.businesses.get(business.businessId) ?? { business, balance: NO_BALANCE };
    this.balance = addToBalance(this.balance, entry);
    this.days.set(day, addToBalance(this.days.get(day) ?? NO_BALANCE, entry));
    this.stores.set(store.storeId, { ...ofStore, balance: addToBalance(ofStore.balance, entry) });
    this.businesses.set(business.businessId, { ...ofBusiness, balance: addToBalance(ofBusiness.balance, entry) });
  }

  /** The totals of all entries added so far. */
  totals(): BillTotals {
    const stores = [...this.stores.values()].sort(byName);
    const inOrder = new Set(stores.map(({ business }) => business.businessId));
    return {
      days: [...this.days].map(([day, balance]) => ({ day, balance })),
      stores,
      businesses: [...inOrder].flatMap((id) => this.businesses.get(id) ?? []),
      balance: this.balance,
      corrections: this.corrections,
      correctionsSubtotal: this.correctionsSubtotal,
      grandTotal: this.balance.net.plus(this.correctionsSubtotal.amount),
      controlTotal: this.controlTotal,
      lineCount: this.lineCount,
    };
  }
}
