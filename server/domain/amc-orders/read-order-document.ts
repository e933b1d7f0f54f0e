import { sql } from 'kysely';
import type { Day } from '#contract/rules/dates.ts';
import { romeDay } from '#contract/rules/dates.ts';
import { type Money, sum } from '#contract/rules/money.ts';
import { writeConsultationOf } from '../audit/write-consultation.ts';
import type { Caller, Database, Services } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { groupBy } from '../group-by.ts';
import type { Entry, EntryLine } from '../ledger/entry.ts';
import { readEntries } from '../ledger/read-entries.ts';
import { type Subtotal, subtotal } from '../ledger/subtotals.ts';
import { type Requester, readRequester } from '../reference/read-requester.ts';
import { toRowId } from '../row-id.ts';
import { type AskedParties, scopeOf } from '../scope.ts';
import type { AmcOrder } from './amc-order.ts';
import { selectAmcOrders, toAmcOrder } from './select-amc-orders.ts';

/** A product of an order: how many pieces, for how much in euro. */
interface OrderedProduct extends Pick<EntryLine, 'productName' | 'ean1' | 'manufacturer'> {
  readonly quantity: number;
  readonly amount: Money;
}

/** All that the documents of an order say; both are made from it. */
interface AmcOrderDocument {
  readonly madeAt: Date;
  readonly requester: Requester;
  readonly order: AmcOrder;
  readonly business: { readonly companyName: string; readonly address: string; readonly vat: string };
  readonly store: { readonly name: string; readonly address: string };
  readonly payer: { readonly code: string; readonly name: string };
  /** Its purchases, oldest first; also those that a rejection has released. */
  readonly entries: readonly Entry[];
  readonly days: readonly { readonly day: Day; readonly subtotal: Subtotal }[];
  /** By name. */
  readonly products: readonly OrderedProduct[];
  readonly lineCount: number;
  /** The sum of all product lines, in euro (decisions §7). */
  readonly controlTotal: Money;
}

function selectOrder(db: Database, { aslId, businessId }: AskedParties, amcOrderId: number) {
  let query = selectAmcOrders(db)
    .innerJoin('asl', 'asl.asl_id', 'amc_order.asl_id')
    .select(['business.address as business_address', 'vat', 'store.name as store_name', 'store.address as street'])
    .select(['amc_order.store_id', 'street_number', 'city', 'asl.code as payer_code', 'asl.name as payer_name'])
    .where('amc_order_id', '=', toRowId(amcOrderId));
  if (aslId !== undefined) query = query.where('amc_order.asl_id', '=', toRowId(aslId));
  if (businessId !== undefined) query = query.where('amc_order.business_id', '=', toRowId(businessId));
  return query;
}

function selectReferences(db: Database, amcOrderId: number) {
  return db
    .selectFrom('amc_order_purchase as link')
    .innerJoin('purchase as ordered', 'ordered.purchase_id', 'link.purchase_id')
    .where('link.amc_order_id', '=', amcOrderId)
    .select(['ordered.purchase_id', 'ordered.created_at as at', sql<number>`1`.as('sign')]);
}

function selectPatients(db: Database, amcOrderId: number) {
  return db
    .selectFrom('purchase')
    .innerJoin('amc_order_purchase as link', 'link.purchase_id', 'purchase.purchase_id')
    .where('link.amc_order_id', '=', amcOrderId)
    .select('patient_id');
}

function productsOf(lines: readonly EntryLine[]): OrderedProduct[] {
  const groups = groupBy(lines, ({ productId, productName }) => `${productId} ${productName}`);
  return [...groups.values()]
    .flatMap((own) =>
      own.slice(0, 1).map(({ productName, ean1, manufacturer }) => {
        const quantity = own.reduce((pieces, line) => pieces + line.quantity, 0);
        return { productName, ean1, manufacturer, quantity, amount: sum(own.map(({ total }) => total)) };
      }),
    )
    .sort((a, b) => a.productName.localeCompare(b.productName, 'it') || a.ean1.localeCompare(b.ean1));
}

/**
 * What the documents of an order say, for the shop that made it or the authority that pays it (§7); the patients whose
 * purchases it is of are written to the access log.
 * @param asked the parties that the call names besides the order; they must be the order's
 * @throws DomainError AMC_ORDER_NOT_FOUND for another's or an unknown one, and as `scopeOf`
 */
export function readOrderDocument(
  services: Services,
  caller: Caller,
  amcOrderId: number,
  asked: AskedParties = {},
): Promise<AmcOrderDocument> {
  const scope = scopeOf(caller, asked);
  const madeAt = services.now();
  return services.db.transaction().execute(async (trx) => {
    const row = await selectOrder(trx, scope, amcOrderId).executeTakeFirst();
    if (!row) throw new DomainError('AMC_ORDER_NOT_FOUND');
    const occasion = { at: madeAt, storeId: row.store_id };
    await writeConsultationOf(trx, caller, selectPatients(trx, row.amc_order_id), occasion);
    const entries = await readEntries(trx, selectReferences(trx, row.amc_order_id));
    const lines = entries.flatMap((entry) => entry.lines);
    const days = groupBy(entries, ({ at }) => romeDay(at));
    return {
      madeAt,
      requester: await readRequester(trx, caller),
      order: toAmcOrder(row),
      business: { companyName: row.company_name, address: row.business_address, vat: row.vat },
      store: { name: row.store_name, address: `${row.street} ${row.street_number}, ${row.city}` },
      payer: { code: row.payer_code, name: row.payer_name },
      entries,
      days: [...days].map(([day, own]) => ({ day, subtotal: subtotal(own) })),
      products: productsOf(lines),
      lineCount: lines.length,
      controlTotal: sum(lines.map(({ total }) => total)),
    };
  });
}
