import type { PurchaseStatus } from '#contract/calls/purchases.ts';
import type { Day } from '#contract/rules/dates.ts';
import { money, type Money } from '#contract/rules/money.ts';
import { writeConsultation } from '#server/access-log/consultations.ts';
import type { Line } from '#server/sale/stored-cart.ts';
import { DomainError } from '#server/domain-error.ts';
import type { BusinessPrincipal, Database, Services } from '#server/services.ts';
import { readPurchaseLines } from './purchase.ts';

/** The content of a receipt. Amounts in euro. */
export interface Receipt {
  readonly purchaseId: number;
  readonly createdAt: Date;
  readonly status: PurchaseStatus;
  readonly cancelledAt: Date | null;
  readonly business: {
    readonly companyName: string;
    readonly address: string;
    readonly vat: string;
    readonly fiscalCode: string;
  };
  readonly store: { readonly name: string; readonly address: string };
  readonly patient: {
    readonly firstName: string;
    readonly lastName: string;
    readonly fiscalCode: string;
    readonly birthDate: Day;
  };
  /** The health authority that pays. */
  readonly payer: string;
  readonly voucher: { readonly code: string; readonly month: Day; readonly initialAmount: Money };
  readonly lines: readonly Line[];
  readonly itemsAmount: Money;
  /** The residual of the voucher right after the purchase. */
  readonly residualAfter: Money;
}

function selectReceipt(db: Database, purchaseId: number, businessId: number) {
  return (
    db
      .selectFrom('purchase')
      .innerJoin('parties', 'parties.parties_id', 'purchase.parties_id')
      .innerJoin('patient', 'patient.patient_id', 'purchase.patient_id')
      .innerJoin('voucher', 'voucher.voucher_id', 'purchase.voucher_id')
      // When it happened, whatever the month in which it counts.
      .innerJoin('ledger_entry as sale', (join) =>
        join.onRef('sale.purchase_id', '=', 'purchase.purchase_id').on('sale.kind', '=', 'SALE'),
      )
      .leftJoin('ledger_entry as back', (join) =>
        join.onRef('back.purchase_id', '=', 'purchase.purchase_id').on('back.kind', '=', 'CANCELLATION'),
      )
      .select(['purchase.purchase_id', 'sale.at as sold_at', 'back.at as cancelled_at', 'purchase.status'])
      .select(['items_amount', 'residual_after'])
      .select('purchase.store_id')
      .select(['company_name', 'parties.address', 'vat', 'parties.fiscal_code', 'asl_name'])
      .select(['store_name', 'street', 'street_number', 'city'])
      .select(['patient.patient_id', 'first_name', 'last_name', 'patient.fiscal_code as patient_code', 'birth_date'])
      .select(['voucher.code as voucher_code', 'month', 'initial_amount'])
      .where('purchase.purchase_id', '=', purchaseId)
      .where('purchase.business_id', '=', businessId)
  );
}

type ReceiptRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectReceipt>['executeTakeFirst']>>>;

function toReceipt(row: ReceiptRow, lines: readonly Line[]): Receipt {
  return {
    purchaseId: row.purchase_id,
    createdAt: row.sold_at,
    status: row.status,
    cancelledAt: row.cancelled_at,
    business: {
      companyName: row.company_name,
      address: row.address,
      vat: row.vat,
      fiscalCode: row.fiscal_code,
    },
    store: { name: row.store_name, address: `${row.street} ${row.street_number}, ${row.city}` },
    patient: {
      firstName: row.first_name,
      lastName: row.last_name,
      fiscalCode: row.patient_code,
      birthDate: row.birth_date,
    },
    payer: row.asl_name,
    voucher: { code: row.voucher_code, month: row.month, initialAmount: money(row.initial_amount) },
    lines,
    itemsAmount: money(row.items_amount),
    residualAfter: money(row.residual_after),
  };
}

/**
 * The content of the receipt of a purchase of the active business. The consultation is written to the access log.
 * @throws DomainError PURCHASE_NOT_FOUND when it does not exist or belongs to another business
 */
export function readReceipt(services: Services, principal: BusinessPrincipal, purchaseId: number): Promise<Receipt> {
  return services.db.transaction().execute(async (trx) => {
    const row = await selectReceipt(trx, purchaseId, principal.businessId).executeTakeFirst();
    if (!row) throw new DomainError('PURCHASE_NOT_FOUND');
    const lines = await readPurchaseLines(trx, [row.purchase_id]);
    await writeConsultation(trx, principal, [row.patient_id], { at: services.now(), storeId: row.store_id });
    return toReceipt(row, lines(row.purchase_id));
  });
}
