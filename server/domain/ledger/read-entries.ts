import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { money } from '#contract/rules/money.ts';
import { BATCH_ROWS, inBatches } from '../batches.ts';
import type { Database } from '../context.ts';
import type { Entry, EntryLine } from './entry.ts';
import { POSITION, type ReferencePosition, type SelectReferences } from './references.ts';

/** More are read at once than are handed on: fewer statements, and other requests do not wait longer for their turn. */
const READ_ENTRIES = 600;

function selectRows(db: Database, references: ReturnType<SelectReferences>) {
  return (
    db
      .selectFrom(references.as('entry'))
      .innerJoin('purchase', 'purchase.purchase_id', 'entry.purchase_id')
      .innerJoin('voucher', 'voucher.voucher_id', 'purchase.voucher_id')
      .innerJoin('parties', 'parties.parties_id', 'purchase.parties_id')
      .select(POSITION)
      .select('entry.at')
      // A purchase has its time already.
      .select(sql<Date | null>`case when entry.sign < 0 then purchase.created_at end`.as('purchased_at'))
      .select(sql<string>`entry.sign * items_amount`.as('amount'))
      .select(['purchase.patient_id', 'voucher.code as voucher_code', 'purchase.business_id', 'company_name', 'vat'])
      .select(['purchase.store_id', 'store_code', 'store_name', 'city'])
      .select((eb) =>
        jsonArrayFrom(
          eb
            .selectFrom('purchase_item')
            .whereRef('purchase_item.purchase_id', '=', 'purchase.purchase_id')
            .select(['product_id as productId', 'product_name as productName', 'ean1', 'manufacturer'])
            .select(sql<number>`entry.sign * quantity`.as('quantity'))
            // As text: a JSON number would not be exact.
            .select([
              sql<string>`unit_price::text`.as('unitPrice'),
              sql<string>`(entry.sign * total)::text`.as('total'),
            ])
            .orderBy('position'),
        ).as('lines'),
      )
      .orderBy('entry.place')
  );
}

type EntryRow = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number];

/** Rows, and the writing of their patients to the access log. */
interface Batch {
  readonly rows: readonly EntryRow[];
  readonly written: Promise<void>;
}

function toLine(line: EntryRow['lines'][number]): EntryLine {
  return { ...line, unitPrice: money(line.unitPrice), total: money(line.total) };
}

function toEntry(row: EntryRow): Entry {
  return {
    kind: row.sign > 0 ? 'PURCHASE' : 'CANCELLATION',
    at: row.at,
    purchasedAt: row.purchased_at ?? row.at,
    purchaseId: row.purchase_id,
    patientId: row.patient_id,
    voucherCode: row.voucher_code,
    business: { businessId: row.business_id, companyName: row.company_name, vat: row.vat },
    store: { storeId: row.store_id, code: row.store_code, name: row.store_name, city: row.city },
    lines: row.lines.map(toLine),
    amount: money(row.amount),
  };
}

/**
 * The referenced entries with their product lines, in batches; their patients are written to the access log first.
 * After an error or the end of the signal, up to two writes may still be under way.
 * Every document of billing and of AMC orders uses this query, so that all documents agree to the cent (rules §7).
 */
export async function* readEntries(
  db: Database,
  references: SelectReferences,
  consult: (patientIds: Iterable<number>) => Promise<void>,
  signal: AbortSignal,
): AsyncGenerator<readonly Entry[], void, undefined> {
  async function* handOn({ rows, written }: Batch) {
    await written;
    for (let from = 0; from < rows.length; from += BATCH_ROWS) {
      signal.throwIfAborted();
      yield rows.slice(from, from + BATCH_ROWS).map(toEntry);
    }
  }
  const read = (after: ReferencePosition | undefined, limit: number) =>
    selectRows(db, references(after, limit)).execute();
  // Rows are handed on when the next ones have come: their patients are written while the reader uses those before.
  let former: Batch | undefined;
  for await (const rows of inBatches<EntryRow>(read, signal, Infinity, READ_ENTRIES)) {
    const written = consult(rows.map((row) => row.patient_id));
    written.catch(() => undefined);
    if (former) yield* handOn(former);
    former = { rows, written };
  }
  if (former) yield* handOn(former);
}
