import { money, type Money, ZERO } from '#contract/rules/money.ts';
import { consultationWriter } from '#server/access-log/consultations.ts';
import { type Made, madeRows } from '#server/documents/made.ts';
import type { Row, Sheet } from '#server/documents/sheet.ts';
import type { Schema } from '#server/database/schema.ts';
import { entriesOf, type EntryPosition, POSITION, readLastParties } from '#server/ledger/entries.ts';
import { readMade } from '#server/reference/users.ts';
import { DomainError } from '#server/domain-error.ts';
import { inBatches } from '#server/lists.ts';
import type { BusinessPrincipal, Database, Services } from '#server/services.ts';

/** An entry of the ledger, with the time when it counts (rules §6). */
export interface StoreTransaction {
  readonly at: Date;
  readonly kind: Schema['ledger_entry']['kind'];
  readonly purchaseId: number;
  readonly patientFiscalCode: string;
  readonly voucherCode: string;
  /** The health authority that pays. */
  readonly payer: string;
  /** In euro; negative for a cancellation. */
  readonly amount: Money;
}

/** The totals of the transactions read so far. */
interface TransactionTotals {
  readonly count: number;
  /** From the first to the last transaction; null without transactions. */
  readonly period: { readonly first: Date; readonly last: Date } | null;
  /** In euro. */
  readonly controlTotal: Money;
}

/** All transactions of a store up to an instant. */
export interface StoreTransactions extends Made {
  readonly companyName: string;
  readonly vat: string;
  readonly storeCode: string;
  readonly storeName: string;
  /** Oldest first, in batches; it can be read once. */
  readonly transactions: AsyncIterable<readonly StoreTransaction[]>;
  /** The totals of the transactions read so far. */
  readonly totals: () => TransactionTotals;
}

function findStore(db: Database, storeId: number, businessId: number) {
  return db
    .selectFrom('store')
    .innerJoin('business', 'business.business_id', 'store.business_id')
    .select(['store.store_id', 'code as store_code', 'name as store_name', 'company_name', 'vat'])
    .where('store.store_id', '=', storeId)
    .where('store.business_id', '=', businessId)
    .executeTakeFirst();
}

function readRows(
  db: Database,
  { select, order }: ReturnType<typeof entriesOf>,
  after: EntryPosition | undefined,
  limit: number,
) {
  const rows = db
    .selectFrom(select(after, limit).as('entry'))
    .innerJoin('patient', 'patient.patient_id', 'entry.patient_id')
    .innerJoin('voucher', 'voucher.voucher_id', 'entry.voucher_id')
    .innerJoin('parties', 'parties.parties_id', 'entry.parties_id')
    .select(POSITION)
    .select(['entry.kind', 'counts_at', 'amount', 'patient.patient_id'])
    .select(['patient.fiscal_code', 'voucher.code as voucher_code', 'asl_name']);
  return order.reduce((query, column) => query.orderBy(`entry.${column}`), rows).execute();
}

type TransactionRow = Awaited<ReturnType<typeof readRows>>[number];

function toTransaction(row: TransactionRow): StoreTransaction {
  return {
    at: row.counts_at,
    kind: row.kind,
    purchaseId: row.purchase_id,
    patientFiscalCode: row.fiscal_code,
    voucherCode: row.voucher_code,
    payer: row.asl_name,
    amount: money(row.amount),
  };
}

function withBatch(totals: TransactionTotals, batch: readonly StoreTransaction[]): TransactionTotals {
  const [first, last] = [totals.period?.first ?? batch[0]?.at, batch.at(-1)?.at];
  return {
    count: totals.count + batch.length,
    period: first && last ? { first, last } : totals.period,
    controlTotal: batch.reduce((total, { amount }) => total.plus(amount), totals.controlTotal),
  };
}

/**
 * All transactions of a store of the active business (§7). Each patient is written to the access log before their first
 * transaction is returned.
 * @param signal ends the reading
 * @throws DomainError STORE_NOT_FOUND when it does not exist or belongs to another business
 */
export async function readStoreTransactions(
  services: Services,
  principal: BusinessPrincipal,
  storeId: number,
  signal: AbortSignal,
): Promise<StoreTransactions> {
  const { db } = services;
  const made = await readMade(services, principal);
  const { madeAt } = made;
  const store = await findStore(db, storeId, principal.businessId);
  if (!store) throw new DomainError('STORE_NOT_FOUND');
  const entries = db
    .selectFrom('ledger_entry')
    .where('store_id', '=', store.store_id)
    .where('business_id', '=', principal.businessId);
  const until = new Date(madeAt.getTime() + 1);
  const parties = (await readLastParties(db, entries, until)) ?? store;
  let totals: TransactionTotals = { count: 0, period: null, controlTotal: ZERO };

  async function* read(ofStore: number) {
    const period = { from: undefined, until };
    const consult = consultationWriter(db, principal, { at: madeAt, storeId: ofStore });
    const source = entriesOf(entries, period);
    const readBatch = (after: EntryPosition | undefined, limit: number) => readRows(db, source, after, limit);
    for await (const rows of inBatches<TransactionRow>(readBatch, signal)) {
      await consult(rows.map((row) => row.patient_id));
      const batch = rows.map(toTransaction);
      totals = withBatch(totals, batch);
      yield batch;
    }
  }

  return {
    companyName: parties.company_name,
    vat: parties.vat,
    storeCode: parties.store_code,
    storeName: parties.store_name,
    ...made,
    transactions: read(store.store_id),
    totals: () => totals,
  };
}

const KINDS = { SALE: 'Acquisto', CANCELLATION: 'Storno' } as const;

const COLUMNS = [
  'Data e ora',
  'Operazione',
  'Numero acquisto',
  'Codice fiscale assistito',
  'Codice buono',
  'Azienda sanitaria',
  'Importo (€)',
];

function toRow(entry: StoreTransaction): Row {
  const { at, kind, purchaseId, patientFiscalCode, voucherCode, payer, amount } = entry;
  return [at, KINDS[kind], purchaseId, patientFiscalCode, voucherCode, payer, amount];
}

function factsOf(content: StoreTransactions): readonly Row[] {
  const { count, period, controlTotal } = content.totals();
  return [
    ...madeRows(content),
    ['Esercente', content.companyName, 'Partita IVA', content.vat],
    ['Punto vendita', content.storeName, 'Codice', content.storeCode],
    period ? ['Periodo', period.first, period.last] : ['Periodo', 'Nessuna transazione'],
    ['Numero transazioni', count],
    ['Totale di controllo (€)', controlTotal],
  ];
}

/** The transactions of a store (§7): one row each, then the time, the requester, the period and the control total (rules §7). */
export function storeTransactionsSheet(content: StoreTransactions): Sheet<StoreTransaction> {
  return {
    columns: COLUMNS,
    batches: content.transactions,
    toRows: (batch) => batch.map(toRow),
    facts: () => factsOf(content),
  };
}
