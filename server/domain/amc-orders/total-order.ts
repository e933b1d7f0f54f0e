import { type Day, romeDay } from '#contract/rules/dates.ts';
import { type Money, ZERO } from '#contract/rules/money.ts';
import type { Entry, EntryLine } from '../ledger/entry.ts';
import { NO_SUBTOTAL, type Subtotal, addToSubtotal } from '../ledger/subtotals.ts';

/** A product of an order with its number of pieces and its amount in euro. */
interface OrderedProduct extends Pick<EntryLine, 'productName' | 'ean1' | 'manufacturer'> {
  readonly quantity: number;
  readonly amount: Money;
}

/** The totals in the documents of an order. */
export interface OrderTotals {
  readonly purchaseCount: number;
  readonly days: readonly { readonly day: Day; readonly subtotal: Subtotal }[];
  /** Sorted by name. */
  readonly products: readonly OrderedProduct[];
  readonly lineCount: number;
  /** The sum of all product lines in euro (rules §7). */
  readonly controlTotal: Money;
}

function byName(a: OrderedProduct, b: OrderedProduct): number {
  return a.productName.localeCompare(b.productName, 'it') || a.ean1.localeCompare(b.ean1);
}

/** Adds up the purchases of an order by day and by product. */
export class OrderTotaller {
  private readonly days = new Map<Day, Subtotal>();
  private readonly products = new Map<string, OrderedProduct>();
  private purchaseCount = 0;
  private lineCount = 0;
  private controlTotal: Money = ZERO;

  add(entries: readonly Entry[]): void {
    for (const entry of entries) {
      const day = romeDay(entry.at);
      this.days.set(day, addToSubtotal(this.days.get(day) ?? NO_SUBTOTAL, entry));
      entry.lines.forEach((line) => this.addLine(line));
      this.purchaseCount += 1;
    }
  }

  private addLine({ productId, productName, ean1, manufacturer, quantity, total }: EntryLine): void {
    const key = `${productId} ${productName}`;
    const before = this.products.get(key) ?? { productName, ean1, manufacturer, quantity: 0, amount: ZERO };
    this.products.set(key, {
      ...before,
      quantity: before.quantity + quantity,
      amount: before.amount.plus(total),
    });
    this.lineCount += 1;
    this.controlTotal = this.controlTotal.plus(total);
  }

  /** The totals of all purchases added so far. */
  totals(): OrderTotals {
    const days = [...this.days].sort(([a], [b]) => a.localeCompare(b));
    return {
      purchaseCount: this.purchaseCount,
      days: days.map(([day, subtotal]) => ({ day, subtotal })),
      products: [...this.products.values()].sort(byName),
      lineCount: this.lineCount,
      controlTotal: this.controlTotal,
    };
  }
}
