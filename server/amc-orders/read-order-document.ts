import { type Day, romeDay } from '#contract/rules/dates.ts';
import { type Money, ZERO } from '#contract/rules/money.ts';
import { consultationWriter } from '#server/access-log/consultations.ts';
import { toRowId } from '#server/database/queries.ts';
import type { Made } from '#server/documents/made.ts';
import type { Payee } from '#server/ledger/bill.ts';
import { type Entry, type EntryLine, type EntrySource, readEntries } from '#server/ledger/entries.ts';
import { addToSubtotal, NO_SUBTOTAL, type Subtotal } from '#server/ledger/sums.ts';
import { type RequestedParties, scopeOf } from '#server/reference/filter-names.ts';
import { readMade } from '#server/reference/users.ts';
import { DomainError } from '#server/domain-error.ts';
import { mapBatches } from '#server/lists.ts';
import type { Database, Principal, Services } from '#server/services.ts';
import { type AmcOrder, selectAmcOrders, toAmcOrder } from './amc-order.ts';

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
class OrderTotaller {
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

/** The parameters of an order document (§7). The parties must be those of the order. */
interface OrderDocumentRequest extends RequestedParties {
  readonly amcOrderId: number;
}

/** The content of the documents of an order; both documents use it. */
export interface AmcOrderDocument extends Made {
  readonly order: AmcOrder;
  readonly business: Payee;
  readonly store: { readonly name: string; readonly address: string };
  /** `ipaCode` and `tenderCode` are those of now, the rest is as the order was made. */
  readonly payer: {
    readonly code: string;
    readonly name: string;
    readonly ipaCode: string | null;
    readonly tenderCode: string | null;
  };
  /** The purchases by number, in batches, including those that a rejection has released; it can be read once. */
  readonly entries: AsyncIterable<readonly Entry[]>;
  /** The totals of the entries read so far. */
  readonly totals: () => OrderTotals;
}

function selectOrder(db: Database, { aslId, businessId }: RequestedParties, amcOrderId: number) {
  let query = selectAmcOrders(db)
    .innerJoin('asl', 'asl.asl_id', 'amc_order.asl_id')
    .select(['ipa_code', 'tender_code'])
    .select(['address', 'vat', 'fiscal_code', 'amc_order.store_id', 'street', 'street_number', 'city', 'asl_code'])
    .where('amc_order_id', '=', toRowId(amcOrderId));
  if (aslId !== undefined) query = query.where('amc_order.asl_id', '=', toRowId(aslId));
  if (businessId !== undefined) query = query.where('amc_order.business_id', '=', toRowId(businessId));
  return query;
}

/** The sales of an order, by the number of the purchase. */
function salesOf(db: Database, amcOrderId: number): EntrySource {
  return {
    select: (after, limit) =>
      db
        .selectFrom('ledger_entry')
        .innerJoin('amc_order_purchase as link', 'link.purchase_id', 'ledger_entry.purchase_id')
        .where('kind', '=', 'SALE')
        .where('link.amc_order_id', '=', amcOrderId)
        .where('link.purchase_id', '>', after?.purchase_id ?? 0)
        .selectAll('ledger_entry')
        .orderBy('link.purchase_id')
        .limit(limit),
    order: ['purchase_id'],
  };
}

/**
 * The content of an order's documents, for the shop that ordered or the health authority that pays (§7).
 * @param shows of what the document has rows: of one of purchases the patients are written to the access log
 * @throws DomainError AMC_ORDER_NOT_FOUND for an unknown order or one of other parties, and as `scopeOf`
 */
export async function readOrderDocument(
  services: Services,
  principal: Principal,
  { amcOrderId, ...asked }: OrderDocumentRequest,
  { shows, signal }: { readonly shows: 'purchases' | 'sums'; readonly signal: AbortSignal },
): Promise<AmcOrderDocument> {
  const { db } = services;
  const row = await selectOrder(db, scopeOf(principal, asked), amcOrderId).executeTakeFirst();
  if (!row) throw new DomainError('AMC_ORDER_NOT_FOUND');
  const made = await readMade(services, principal);
  const seen = { at: made.madeAt, storeId: row.store_id };
  const consult = shows === 'sums' ? undefined : consultationWriter(db, principal, seen);
  const totaller = new OrderTotaller();
  return {
    ...made,
    order: toAmcOrder(row),
    business: { companyName: row.company_name, address: row.address, vat: row.vat, fiscalCode: row.fiscal_code },
    store: { name: row.store_name, address: `${row.street} ${row.street_number}, ${row.city}` },
    payer: { code: row.asl_code, name: row.asl_name, ipaCode: row.ipa_code, tenderCode: row.tender_code },
    entries: mapBatches(readEntries(db, salesOf(db, row.amc_order_id), consult, signal), (batch) => {
      totaller.add(batch);
      return batch;
    }),
    totals: () => totaller.totals(),
  };
}
