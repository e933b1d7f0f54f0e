import { type Money, money } from '#contract/rules/money.ts';
import { writeConsultation } from '../audit/write-consultation.ts';
import type { BusinessCaller, Database, Services } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { toRowId } from '../row-id.ts';

/** A purchase, or the correcting entry of its cancellation dated when that happened (decisions §6). */
interface StoreTransaction {
  readonly at: Date;
  readonly kind: 'PURCHASE' | 'CANCELLATION';
  readonly purchaseId: number;
  readonly patientFiscalCode: string;
  readonly voucherCode: string;
  /** The health authority that pays. */
  readonly payer: string;
  /** Euro; negative for a cancellation. */
  readonly amount: Money;
}

/** All transactions of a store up to an instant, oldest first. */
interface StoreTransactions {
  readonly companyName: string;
  readonly vat: string;
  readonly storeCode: string;
  readonly storeName: string;
  readonly madeAt: Date;
  readonly transactions: readonly StoreTransaction[];
}

function findStore(db: Database, storeId: number, businessId: number) {
  return db
    .selectFrom('store')
    .innerJoin('business', 'business.business_id', 'store.business_id')
    .select(['store.store_id', 'store.code', 'store.name', 'business.company_name', 'business.vat'])
    .where('store.store_id', '=', toRowId(storeId))
    .where('store.business_id', '=', businessId)
    .executeTakeFirst();
}

function readPurchases(db: Database, storeId: number) {
  return db
    .selectFrom('purchase')
    .innerJoin('patient', 'patient.patient_id', 'purchase.patient_id')
    .innerJoin('voucher', 'voucher.voucher_id', 'purchase.voucher_id')
    .innerJoin('asl', 'asl.asl_id', 'purchase.asl_id')
    .select(['purchase_id', 'created_at', 'cancelled_at', 'items_amount', 'patient.patient_id', 'patient.fiscal_code'])
    .select(['voucher.code as voucher_code', 'asl.name as payer'])
    .where('purchase.store_id', '=', storeId)
    .execute();
}

type PurchaseRow = Awaited<ReturnType<typeof readPurchases>>[number];

function toTransactions(row: PurchaseRow): readonly StoreTransaction[] {
  const amount = money(row.items_amount);
  const facts = {
    purchaseId: row.purchase_id,
    patientFiscalCode: row.fiscal_code,
    voucherCode: row.voucher_code,
    payer: row.payer,
  };
  const made = { ...facts, at: row.created_at, kind: 'PURCHASE', amount } as const;
  if (!row.cancelled_at) return [made];
  return [made, { ...facts, at: row.cancelled_at, kind: 'CANCELLATION', amount: amount.neg() }];
}

/**
 * All transactions of a store of the active business (§7); the patients in it are written to the access log.
 * @throws DomainError STORE_NOT_FOUND when it is another's or not there
 */
export function readStoreTransactions(
  services: Services,
  caller: BusinessCaller,
  storeId: number,
): Promise<StoreTransactions> {
  const madeAt = services.now();
  return services.db.transaction().execute(async (trx) => {
    const store = await findStore(trx, storeId, caller.businessId);
    if (!store) throw new DomainError('STORE_NOT_FOUND');
    const purchases = await readPurchases(trx, store.store_id);
    const patientIds = purchases.map((row) => row.patient_id);
    await writeConsultation(trx, caller, patientIds, { at: madeAt, storeId: store.store_id });
    return {
      companyName: store.company_name,
      vat: store.vat,
      storeCode: store.code,
      storeName: store.name,
      madeAt,
      transactions: purchases
        .flatMap(toTransactions)
        .sort((a, b) => a.at.getTime() - b.at.getTime() || a.purchaseId - b.purchaseId),
    };
  });
}
