import { sql } from 'kysely';
import type { Day } from '#contract/rules/dates.ts';
import { money, type Money, sum } from '#contract/rules/money.ts';
import { consultationWriter } from '#server/access-log/consultations.ts';
import type { Made } from '#server/documents/made.ts';
import type { Payee } from '#server/ledger/bill.ts';
import { type Entry, type EntryLine, type EntrySource, readEntries } from '#server/ledger/entries.ts';
import type { Subtotal } from '#server/ledger/sums.ts';
import { type RequestedParties, scopeOf } from '#server/reference/filter-names.ts';
import { readMade } from '#server/reference/users.ts';
import { DomainError } from '#server/domain-error.ts';
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

interface StoredDay {
  readonly day: Day;
  readonly count: number;
  readonly amount: string;
}

interface StoredProduct extends Omit<OrderedProduct, 'amount'> {
  readonly amount: string;
  readonly lines: number;
}

/** The totals of an order: its purchases by day, their lines by product. */
async function readTotals(db: Database, amcOrderId: number): Promise<OrderTotals> {
  const byDay = sql<StoredDay>`
    select (counts_at at time zone 'Europe/Rome')::date::text as day, count(*)::int as count, sum(amount) as amount
    from amc_order_purchase join ledger_entry using (purchase_id)
    where amc_order_id = ${amcOrderId} and kind = 'SALE' group by 1 order by 1`;
  const byProduct = sql<StoredProduct>`
    select product_name as "productName", min(ean1) as ean1, min(manufacturer) as manufacturer,
      sum(quantity)::int as quantity, sum(total) as amount, count(*)::int as lines
    from amc_order_purchase join purchase_item using (purchase_id)
    where amc_order_id = ${amcOrderId} group by product_id, product_name
    order by fold_text(product_name) collate "C", product_name, ean1`;
  const { rows: days } = await byDay.execute(db);
  const { rows: products } = await byProduct.execute(db);
  const count = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
  return {
    purchaseCount: count(days.map((day) => day.count)),
    days: days.map(({ day, amount, ...rest }) => ({ day, subtotal: { ...rest, amount: money(amount) } })),
    products: products.map(({ lines: _lines, amount, ...product }) => ({ ...product, amount: money(amount) })),
    lineCount: count(products.map(({ lines }) => lines)),
    controlTotal: sum(products.map(({ amount }) => money(amount))),
  };
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
  readonly totals: () => Promise<OrderTotals>;
}

function selectOrder(db: Database, { aslId, businessId }: RequestedParties, amcOrderId: number) {
  let query = selectAmcOrders(db)
    .innerJoin('asl', 'asl.asl_id', 'amc_order.asl_id')
    .select(['ipa_code', 'tender_code'])
    .select(['address', 'vat', 'fiscal_code', 'amc_order.store_id', 'street', 'street_number', 'city', 'asl_code'])
    .where('amc_order_id', '=', amcOrderId);
  if (aslId !== undefined) query = query.where('amc_order.asl_id', '=', aslId);
  if (businessId !== undefined) query = query.where('amc_order.business_id', '=', businessId);
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
  return {
    ...made,
    order: toAmcOrder(row),
    business: { companyName: row.company_name, address: row.address, vat: row.vat, fiscalCode: row.fiscal_code },
    store: { name: row.store_name, address: `${row.street} ${row.street_number}, ${row.city}` },
    payer: { code: row.asl_code, name: row.asl_name, ipaCode: row.ipa_code, tenderCode: row.tender_code },
    entries: readEntries(db, salesOf(db, row.amc_order_id), consult, signal),
    totals: () => readTotals(db, row.amc_order_id),
  };
}
