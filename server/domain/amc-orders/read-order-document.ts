import { sql } from 'kysely';
import { consultationWriter } from '../audit/consultation-writer.ts';
import type { Principal, Database, Services } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import type { Entry } from '../ledger/entry.ts';
import { readEntries } from '../ledger/read-entries.ts';
import type { SelectReferences } from '../ledger/references.ts';
import { mapBatches } from '../map-batches.ts';
import { type Requester, readRequester } from '../reference/read-requester.ts';
import { toRowId } from '../row-id.ts';
import { type RequestedParties, scopeOf } from '../scope.ts';
import type { AmcOrder } from './amc-order.ts';
import { selectAmcOrders, toAmcOrder } from './select-amc-orders.ts';
import { type OrderTotals, OrderTotaller } from './total-order.ts';

/** The parameters of an order document (§7). The parties must be those of the order. */
interface OrderDocumentRequest extends RequestedParties {
  readonly amcOrderId: number;
}

/** The content of the documents of an order; both documents use it. */
export interface AmcOrderDocument {
  readonly madeAt: Date;
  readonly requester: Requester;
  readonly order: AmcOrder;
  readonly business: { readonly companyName: string; readonly address: string; readonly vat: string };
  readonly store: { readonly name: string; readonly address: string };
  readonly payer: { readonly code: string; readonly name: string };
  /** The purchases by number, in batches, including those that a rejection has released; it can be read once. */
  readonly entries: AsyncIterable<readonly Entry[]>;
  /** The totals of the entries read so far. */
  readonly totals: () => OrderTotals;
}

function selectOrder(db: Database, { aslId, businessId }: RequestedParties, amcOrderId: number) {
  let query = selectAmcOrders(db)
    .select(['address', 'vat', 'amc_order.store_id', 'street', 'street_number', 'city', 'asl_code'])
    .where('amc_order_id', '=', toRowId(amcOrderId));
  if (aslId !== undefined) query = query.where('amc_order.asl_id', '=', toRowId(aslId));
  if (businessId !== undefined) query = query.where('amc_order.business_id', '=', toRowId(businessId));
  return query;
}

function referencesOf(db: Database, amcOrderId: number): SelectReferences {
  return (after, limit) =>
    db
      .selectFrom('amc_order_purchase as link')
      .innerJoin('purchase as ordered', 'ordered.purchase_id', 'link.purchase_id')
      .where('link.amc_order_id', '=', amcOrderId)
      .where('link.purchase_id', '>', after?.purchase_id ?? 0)
      .select(['ordered.purchase_id', 'ordered.created_at as at', sql<number>`1`.as('sign')])
      .select('link.purchase_id as place')
      .orderBy('link.purchase_id')
      .limit(limit);
}

/**
 * The content of an order's documents, for the shop that ordered or the health authority that pays (§7). The patients
 * of its purchases are written to the access log.
 * @throws DomainError AMC_ORDER_NOT_FOUND for an unknown order or one of other parties, and as `scopeOf`
 */
export async function readOrderDocument(
  { db, now }: Services,
  principal: Principal,
  { amcOrderId, ...asked }: OrderDocumentRequest,
  signal: AbortSignal,
): Promise<AmcOrderDocument> {
  const row = await selectOrder(db, scopeOf(principal, asked), amcOrderId).executeTakeFirst();
  if (!row) throw new DomainError('AMC_ORDER_NOT_FOUND');
  const madeAt = now();
  const consult = consultationWriter(db, principal, { at: madeAt, storeId: row.store_id });
  const totaller = new OrderTotaller();
  return {
    madeAt,
    requester: await readRequester(db, principal),
    order: toAmcOrder(row),
    business: { companyName: row.company_name, address: row.address, vat: row.vat },
    store: { name: row.store_name, address: `${row.street} ${row.street_number}, ${row.city}` },
    payer: { code: row.asl_code, name: row.asl_name },
    entries: mapBatches(readEntries(db, referencesOf(db, row.amc_order_id), consult, signal), (batch) => {
      totaller.add(batch);
      return batch;
    }),
    totals: () => totaller.totals(),
  };
}
