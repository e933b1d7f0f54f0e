import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Made } from '#server/documents/made.ts';
import { readMade } from '#server/reference/users.ts';
import { groupBy } from '#contract/group-by.ts';
import { isPaidBy } from '#server/patients/vouchers.ts';
import type { Database, Principal, Services } from '#server/services.ts';
import { findPatientAndRecord, type LoggedAccess, searchAccessLog, type Subject } from './search-access-log.ts';

/** A period that includes all stored data. */
const ALWAYS = { dateStart: '1900-01-01', dateEnd: '9998-12-31' };

/** The rows, by parts of the document, of what the authority pays or has paid; all for the region. */
async function readStored(db: Database, { patientId, aslId, isFormer }: Subject) {
  const isOwn: RawBuilder<SqlBool> = aslId === null ? sql`true` : isPaidBy(aslId);
  /** A condition on a column: the dossiers of the patient, whoever pays them. */
  const isOfPatient = (column: string): RawBuilder<SqlBool> =>
    sql`${sql.ref(column)} in (select dossier_id from dossier where patient_id = ${patientId})`;
  const isPaid = aslId === null ? sql<SqlBool>`true` : sql<SqlBool>`dossier.asl_id = ${aslId}`;
  const purchases = await db
    .selectFrom('purchase')
    .innerJoin('voucher', 'voucher.voucher_id', 'purchase.voucher_id')
    .innerJoin('parties', 'parties.parties_id', 'purchase.parties_id')
    // When it happened, as the receipt has it.
    .innerJoin('ledger_entry as sale', (join) =>
      join.onRef('sale.purchase_id', '=', 'purchase.purchase_id').on('sale.kind', '=', 'SALE'),
    )
    .leftJoin('ledger_entry as back', (join) =>
      join.onRef('back.purchase_id', '=', 'purchase.purchase_id').on('back.kind', '=', 'CANCELLATION'),
    )
    .leftJoin('amc_order_purchase', (join) =>
      join.onRef('amc_order_purchase.purchase_id', '=', 'purchase.purchase_id').on('released_at', 'is', null),
    )
    .leftJoin('amc_order', 'amc_order.amc_order_id', 'amc_order_purchase.amc_order_id')
    .select(['purchase.purchase_id', 'purchase.dossier_id', 'sale.at as happened_at', 'voucher.code as voucher_code'])
    .select(['purchase.items_amount', 'purchase.residual_after', 'back.at as cancelled_at'])
    .select(['store_name', 'company_name', 'asl_name as payer', 'amc_order.amc_order_id', 'amc_order.ordered_at'])
    .where(isOfPatient('purchase.dossier_id'))
    .$if(aslId !== null, (query) => query.where('purchase.asl_id', '=', aslId))
    .orderBy('sale.at')
    .orderBy('purchase.purchase_id')
    .execute();
  const lines = await db
    .selectFrom('purchase_item')
    .select(['purchase_id', 'product_name', 'ean1', 'quantity', 'unit_price', 'total'])
    .where('purchase_id', 'in', [0, ...purchases.map((purchase) => purchase.purchase_id)])
    .orderBy('purchase_id')
    .orderBy('position')
    .execute();
  const linesOf = groupBy(lines, (line) => line.purchase_id);
  return {
    patient: await db
      .selectFrom('patient')
      .select(['fiscal_code', 'first_name', 'last_name'])
      .$if(!isFormer, (query) =>
        query
          .select(['gender', 'birth_date', 'otp_mode', 'pin_issued_at', 'status'])
          .select((eb) => eb('pin_hash', 'is not', null).as('has_pin')),
      )
      .where('patient_id', '=', patientId)
      .executeTakeFirstOrThrow(),
    dossiers: await db
      .selectFrom('dossier')
      .innerJoin('asl', 'asl.asl_id', 'dossier.asl_id')
      .select(['dossier_id as number', 'type', 'status', 'monthly_amount', 'switch_month', 'asl.name as asl_name'])
      .where(isOfPatient('dossier_id'))
      .where(isPaid)
      .orderBy('dossier_id')
      .execute(),
    former_amounts: await db
      .selectFrom('former_amount')
      .innerJoin('dossier', 'dossier.dossier_id', 'former_amount.dossier_id')
      .select(['dossier.dossier_id', 'before_month', 'former_amount.monthly_amount'])
      .where(isOfPatient('dossier.dossier_id'))
      .where(isPaid)
      .orderBy('dossier.dossier_id')
      .orderBy('before_month')
      .execute(),
    vouchers: await db
      .selectFrom('voucher')
      .select(['code', 'dossier_id', 'month', 'status', 'enabled_at', 'disabled_at', 'initial_amount', 'residual'])
      .where(isOfPatient('voucher.dossier_id'))
      .where(isOwn)
      .orderBy('month')
      .orderBy('voucher_id')
      .execute(),
    paper_sheets: await db
      .selectFrom('paper_sheet')
      .innerJoin('voucher', 'voucher.voucher_id', 'paper_sheet.voucher_id')
      .select(['paper_sheet.number', 'paper_sheet.amount', 'paper_sheet.swapped_at', 'voucher.code as voucher_code'])
      .where(isOfPatient('voucher.dossier_id'))
      .where(isOwn)
      .orderBy('paper_sheet.number')
      .execute(),
    purchases: purchases.map(({ purchase_id: number, ...purchase }) => ({
      number,
      ...purchase,
      lines: (linesOf.get(number) ?? []).map((line) => ({ ...line, purchase_id: undefined })),
    })),
    // A bought one is told as its purchase.
    carts: await db
      .selectFrom('cart')
      .innerJoin('voucher', 'voucher.voucher_id', 'cart.voucher_id')
      .innerJoin('store', 'store.store_id', 'cart.store_id')
      .innerJoin('business', 'business.business_id', 'cart.business_id')
      .leftJoin('purchase', 'purchase.cart_id', 'cart.cart_id')
      .select(['cart.created_at as happened_at', 'voucher.code as voucher_code'])
      .select(['store.name as store_name', 'company_name'])
      .select((eb) =>
        jsonArrayFrom(
          eb
            .selectFrom('cart_item')
            .innerJoin('product', 'product.product_id', 'cart_item.product_id')
            .whereRef('cart_item.cart_id', '=', 'cart.cart_id')
            .select(['product.name as product_name', 'ean1', 'quantity'])
            .select([sql<string>`unit_price::text`.as('unit_price'), sql<string>`total::text`.as('total')])
            .orderBy('position'),
        ).as('lines'),
      )
      .where(isOfPatient('cart.dossier_id'))
      .where(isOwn)
      .where('purchase.purchase_id', 'is', null)
      .orderBy('cart.cart_id')
      .execute(),
    // The wrong PINs since the last right one, and the locks, by business.
    pin_attempts: await db
      .selectFrom('pin_attempts')
      .innerJoin('business', 'business.business_id', 'pin_attempts.business_id')
      .select(['company_name', 'failures', 'locks', 'locked_until'])
      .where('patient_id', '=', patientId)
      .where((eb) => eb.and([eb.lit(!isFormer), eb.or([eb('failures', '>', 0), eb('locks', '>', 0)])]))
      .orderBy('pin_attempts.business_id')
      .execute(),
  };
}

/** All stored data of a patient, as the database has them; for an office, of what its authority pays. */
export interface PatientData extends Made {
  readonly stored: Awaited<ReturnType<typeof readStored>>;
  /** Whether another authority's part is left out. */
  readonly isOfOffice: boolean;
  /** The access log of the patient, oldest first, in batches; it can be read once. */
  readonly entries: AsyncIterable<readonly LoggedAccess[]>;
}

/**
 * Reads all stored data of a patient, as of one instant, and their access log. The request itself is recorded.
 * @param signal ends the reading
 * @throws DomainError as `findPatientAndRecord`
 */
export async function readPatientData(
  services: Services,
  principal: Principal,
  fiscalCode: string,
  signal: AbortSignal,
): Promise<PatientData> {
  const { aslId } = principal;
  const made = await readMade(services, principal);
  const { patientId, isFormer } = await findPatientAndRecord(services, principal, fiscalCode, {
    action: 'DATA_HANDED_OUT',
  });
  const subject = { patientId, aslId, isFormer };
  const reading = services.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  const stored = await reading.execute((trx) => readStored(trx, subject));
  const { batches } = await searchAccessLog(services, subject, { ...ALWAYS, size: Infinity }, signal);
  return { stored, ...made, isOfOffice: aslId !== null, entries: batches };
}
