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

function readRegistry(db: Database, patientId: number) {
  return db
    .selectFrom('patient')
    .select(['fiscal_code', 'first_name', 'last_name', 'gender', 'birth_date', 'otp_mode', 'status', 'pin_issued_at'])
    .select((eb) => eb('pin_hash', 'is not', null).as('has_pin'))
    .where('patient_id', '=', patientId)
    .executeTakeFirstOrThrow();
}

/** The dossiers that the authority pays now. */
function readDossiers(db: Database, { patientId, aslId }: Subject) {
  return db
    .selectFrom('dossier')
    .innerJoin('asl', 'asl.asl_id', 'dossier.asl_id')
    .select(['dossier_id', 'type', 'status', 'monthly_amount', 'switch_month', 'asl.name as asl_name'])
    .where('patient_id', '=', patientId)
    .$if(aslId !== null, (query) => query.where('dossier.asl_id', '=', aslId))
    .orderBy('dossier_id')
    .execute();
}

/** Whether the authority pays a voucher. */
function isOwn(aslId: number | null): RawBuilder<SqlBool> {
  return aslId === null ? sql`true` : isPaidBy(aslId);
}

/** A condition on a column: the dossiers of the patient, whoever pays them. */
function isOfPatient(column: string, patientId: number): RawBuilder<SqlBool> {
  return sql`${sql.ref(column)} in (select dossier_id from dossier where patient_id = ${patientId})`;
}

function readVouchers(db: Database, { patientId, aslId }: Subject) {
  return db
    .selectFrom('voucher')
    .select(['dossier_id', 'code', 'month', 'status', 'enabled_at', 'disabled_at', 'initial_amount', 'residual'])
    .where(isOfPatient('voucher.dossier_id', patientId))
    .where(isOwn(aslId))
    .orderBy('month')
    .orderBy('voucher_id')
    .execute();
}

function readFormerAmounts(db: Database, dossierIds: readonly number[]) {
  return db
    .selectFrom('former_amount')
    .select(['dossier_id', 'before_month', 'monthly_amount'])
    .where('dossier_id', 'in', dossierIds)
    .orderBy('dossier_id')
    .orderBy('before_month')
    .execute();
}

function readPaperSheets(db: Database, { patientId, aslId }: Subject) {
  return db
    .selectFrom('paper_sheet')
    .innerJoin('voucher', 'voucher.voucher_id', 'paper_sheet.voucher_id')
    .select(['paper_sheet.number', 'paper_sheet.amount', 'paper_sheet.swapped_at', 'voucher.code as voucher_code'])
    .where(isOfPatient('voucher.dossier_id', patientId))
    .where(isOwn(aslId))
    .orderBy('paper_sheet.number')
    .execute();
}

/** The purchases that the authority has paid, also of a dossier that another one pays now; each with its AMC order. */
function readPurchases(db: Database, { patientId, aslId }: Subject) {
  return (
    db
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
      .select([
        'purchase.purchase_id',
        'purchase.dossier_id',
        'sale.at as sold_at',
        'purchase.items_amount',
        'purchase.residual_after',
        'purchase.status',
        'back.at as cancelled_at',
        'voucher.code as voucher_code',
        'store_name',
        'company_name',
        'asl_name',
        'amc_order.amc_order_id',
        'amc_order.ordered_at',
      ])
      .where('purchase.dossier_id', 'in', (eb) =>
        eb.selectFrom('dossier').select('dossier_id').where('patient_id', '=', patientId),
      )
      .$if(aslId !== null, (query) => query.where('purchase.asl_id', '=', aslId))
      .orderBy('sale.at')
      .orderBy('purchase.purchase_id')
      .execute()
  );
}

function readLines(db: Database, purchaseIds: readonly number[]) {
  return db
    .selectFrom('purchase_item')
    .select(['purchase_id', 'product_name', 'ean1', 'quantity', 'unit_price', 'total'])
    .where('purchase_id', 'in', purchaseIds)
    .orderBy('purchase_id')
    .orderBy('position')
    .execute();
}

/** The carts that were not bought; a bought one is told as its purchase. */
function readCarts(db: Database, { patientId, aslId }: Subject) {
  return db
    .selectFrom('cart')
    .innerJoin('voucher', 'voucher.voucher_id', 'cart.voucher_id')
    .innerJoin('store', 'store.store_id', 'cart.store_id')
    .innerJoin('business', 'business.business_id', 'cart.business_id')
    .leftJoin('purchase', 'purchase.cart_id', 'cart.cart_id')
    .select(['cart.created_at', 'voucher.code as voucher_code', 'store.name as store_name', 'company_name'])
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
    .where(isOfPatient('cart.dossier_id', patientId))
    .where(isOwn(aslId))
    .where('purchase.purchase_id', 'is', null)
    .orderBy('cart.cart_id')
    .execute();
}

/** The wrong PINs since the last right one, and the locks, by business. */
function readPinAttempts(db: Database, patientId: number) {
  return db
    .selectFrom('pin_attempts')
    .innerJoin('business', 'business.business_id', 'pin_attempts.business_id')
    .select(['company_name', 'failures', 'locks', 'locked_until'])
    .where('patient_id', '=', patientId)
    .where((eb) => eb.or([eb('failures', '>', 0), eb('locks', '>', 0)]))
    .orderBy('pin_attempts.business_id')
    .execute();
}

async function readStored(db: Database, subject: Subject) {
  const { patientId, isFormer } = subject;
  const registry = await readRegistry(db, patientId);
  const dossiers = await readDossiers(db, subject);
  const dossierIds = dossiers.map((dossier) => dossier.dossier_id);
  const vouchers = await readVouchers(db, subject);
  const formerAmounts = dossierIds.length > 0 ? await readFormerAmounts(db, dossierIds) : [];
  const paperSheets = await readPaperSheets(db, subject);
  const purchases = await readPurchases(db, subject);
  const purchaseIds = purchases.map((purchase) => purchase.purchase_id);
  const lines = groupBy(purchaseIds.length > 0 ? await readLines(db, purchaseIds) : [], (line) => line.purchase_id);
  return {
    registry,
    dossiers,
    vouchers,
    formerAmounts,
    paperSheets,
    carts: await readCarts(db, subject),
    pinAttempts: isFormer ? [] : await readPinAttempts(db, patientId),
    purchases: purchases.map((purchase) => ({ ...purchase, lines: lines.get(purchase.purchase_id) ?? [] })),
  };
}

/** All stored data of a patient, as the database has them; for an office, of what its authority pays. */
export interface PatientData extends Made, Awaited<ReturnType<typeof readStored>> {
  /** Whether another authority's part is left out. */
  readonly isOfOffice: boolean;
  /** Whether of the patient only what tells who it is belongs in it. */
  readonly isFormer: boolean;
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
  return { ...stored, ...made, isOfOffice: aslId !== null, isFormer, entries: batches };
}
