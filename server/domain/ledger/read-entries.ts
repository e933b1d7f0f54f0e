import { money } from '#contract/rules/money.ts';
import { inBatches } from '../batches.ts';
import type { Database } from '../context.ts';
import { groupBy } from '../group-by.ts';
import type { Entry, EntryLine } from './entry.ts';
import { type EntryReference, type ReadReferences, referenceRows } from './references.ts';

function selectRows(db: Database, references: readonly EntryReference[]) {
  return db
    .selectFrom(referenceRows(references))
    .innerJoin('purchase', 'purchase.purchase_id', 'entry.purchase_id')
    .innerJoin('voucher', 'voucher.voucher_id', 'purchase.voucher_id')
    .innerJoin('parties', 'parties.parties_id', 'purchase.parties_id')
    .innerJoin('purchase_item', 'purchase_item.purchase_id', 'purchase.purchase_id')
    .select(['entry.at', 'entry.sign', 'purchase.purchase_id', 'purchase.created_at', 'items_amount'])
    .select(['purchase.patient_id', 'voucher.code as voucher_code', 'purchase.business_id', 'company_name', 'vat'])
    .select(['purchase.store_id', 'store_code', 'store_name', 'city'])
    .select(['product_id', 'product_name', 'ean1', 'manufacturer', 'quantity', 'unit_price', 'total'])
    .orderBy('entry.place')
    .orderBy('purchase_item.position');
}

type EntryRow = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number];

function toLine(row: EntryRow): EntryLine {
  return {
    productId: row.product_id,
    productName: row.product_name,
    ean1: row.ean1,
    manufacturer: row.manufacturer,
    quantity: row.sign * row.quantity,
    unitPrice: money(row.unit_price),
    total: money(row.total).times(row.sign),
  };
}

function toEntry(rows: readonly EntryRow[]): Entry[] {
  const [row] = rows;
  if (row === undefined) return [];
  return [
    {
      kind: row.sign > 0 ? 'SALE' : 'CANCELLATION',
      at: row.at,
      soldAt: row.created_at,
      purchaseId: row.purchase_id,
      patientId: row.patient_id,
      voucherCode: row.voucher_code,
      business: { businessId: row.business_id, companyName: row.company_name, vat: row.vat },
      store: { storeId: row.store_id, code: row.store_code, name: row.store_name, city: row.city },
      lines: rows.map(toLine),
      amount: money(row.items_amount).times(row.sign),
    },
  ];
}

/**
 * The referenced entries with their product lines, in batches; their patients are written to the access log first.
 * Every document of billing and of AMC orders uses this query, so that all documents agree to the cent (rules §7).
 */
export async function* readEntries(
  db: Database,
  references: ReadReferences,
  consult: (patientIds: Iterable<number>) => Promise<void>,
  signal: AbortSignal,
): AsyncGenerator<readonly Entry[], void, undefined> {
  for await (const batch of inBatches(references, signal)) {
    const rows = await selectRows(db, batch).execute();
    await consult(rows.map((row) => row.patient_id));
    yield [...groupBy(rows, (row) => row.sign * row.purchase_id).values()].flatMap(toEntry);
  }
}
