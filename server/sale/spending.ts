import { sql } from 'kysely';
import type { CategoryType } from '#contract/entities/shared.ts';
import type { OtpMode } from '#contract/entities/patient.ts';
import { money, type Money } from '#contract/rules/money.ts';
import type { Clocks } from '#server/database/clock.ts';
import { PREPARED } from '#server/database/pool.ts';
import { holding, lockJoined, type Locked, lockRow } from '#server/database/row-locks.ts';
import { DomainError } from '#server/domain-error.ts';
import type { BusinessPrincipal, Database } from '#server/services.ts';

/** The minimum residual in euro for opening a cart. */
export const MIN_RESIDUAL_EURO = money('0.01');

/** The voucher to spend from, and the store. */
export interface Spending {
  readonly patientId: number;
  readonly voucherId: number;
  readonly storeId: number;
}

/** The result of a permitted spending. */
export interface VerifiedVoucher {
  readonly otpMode: OtpMode;
  readonly dossierId: number;
  readonly dossierType: CategoryType;
  /** The health authority that pays (rules §7). */
  readonly aslId: number;
  /** The residual of the voucher before the spending, in euro. */
  readonly residual: Money;
  /** When the spending counts. */
  readonly at: Date;
}

/**
 * Whether an existing patient has a PIN.
 * @throws DomainError PATIENT_NOT_FOUND
 */
export async function requirePatient(db: Database, patientId: number): Promise<OtpMode> {
  const patient = await db
    .selectFrom('patient')
    .select('otp_mode')
    .where('patient_id', '=', patientId)
    .where('status', '=', 'ENABLED')
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  if (!patient) throw new DomainError('PATIENT_NOT_FOUND');
  return patient.otp_mode;
}

/** Verifies that the user may sell in the store; a till sells in its own. */
async function verifySeller(
  trx: Locked<Database>,
  { userId, businessId, till }: BusinessPrincipal,
  storeId: number,
): Promise<void> {
  if (till !== undefined && till.storeId !== storeId) throw new DomainError('STORE_NOT_FOUND');
  const seller = await trx
    .selectFrom('app_user')
    .innerJoin('user_business', 'user_business.user_id', 'app_user.user_id')
    .innerJoin('store', 'store.business_id', 'user_business.business_id')
    .innerJoin('business', 'business.business_id', 'store.business_id')
    .select(['store.disabled_at as store_since', 'business.disabled_at as business_since'])
    .select('app_user.disabled_at as user_since')
    .where('store_id', '=', storeId)
    .where('store.business_id', '=', businessId)
    .where('app_user.user_id', '=', userId)
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  if (seller?.user_since) throw new DomainError('NOT_AUTHENTICATED');
  if (!seller || seller.store_since || seller.business_since) throw new DomainError('STORE_NOT_FOUND');
}

async function readVoucher(trx: Locked<Database>, { patientId, voucherId }: Spending, clock: Clocks['clock']) {
  const voucher = await trx
    .selectFrom('voucher')
    .innerJoin('dossier', 'dossier.dossier_id', 'voucher.dossier_id')
    .innerJoin('patient', 'patient.patient_id', 'dossier.patient_id')
    .select(['voucher.status', 'voucher.enabled_at', 'voucher.disabled_at', 'voucher.residual'])
    .select(['dossier.dossier_id', 'dossier.type', 'dossier.asl_id', 'dossier.status as dossier_status'])
    .select(['patient.otp_mode', 'patient.status as patient_status', clock().as('at')])
    .where('voucher.voucher_id', '=', voucherId)
    .where('dossier.patient_id', '=', patientId)
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  if (voucher?.patient_status === 'ENABLED') return voucher;
  await requirePatient(trx, patientId);
  throw new DomainError('VOUCHER_NOT_FOUND');
}

/**
 * Locks what a spending rests on, until the transaction ends: the user, the patient, the store and its business, the
 * dossier and the voucher. Whoever withdraws any of it waits, and is waited for.
 */
export async function lockSpending(
  trx: Database,
  { userId, businessId }: BusinessPrincipal,
  { patientId, voucherId, storeId }: Spending,
): Promise<Locked<Database>> {
  const grounds = sql`app_user join user_business using (user_id) cross join patient join store using (business_id)
    join business using (business_id) join dossier using (patient_id)
    where app_user.user_id = ${userId} and business_id = ${businessId} and store_id = ${storeId}
      and patient_id = ${patientId} and dossier_id = (select dossier_id from voucher where voucher_id = ${voucherId})`;
  await lockJoined(trx, grounds);
  await lockRow(trx, 'voucher', ['voucher_id'], { voucher_id: voucherId }, 'no key update');
  return holding(trx);
}

/**
 * Verifies the conditions of every check and every execution (rules §5): the user may act for the active business, the
 * store belongs to it and is not disabled, the patient exists, the dossier is APPROVED, the voucher is ENABLED and valid
 * by its dates, and its residual is sufficient. All of it stays so until the transaction ends. The spending counts from an
 * instant of the database's clock after the last lock of the transaction.
 * @param needed the minimum residual of the voucher in euro
 * @throws DomainError NOT_AUTHENTICATED, STORE_NOT_FOUND, PATIENT_NOT_FOUND, VOUCHER_NOT_FOUND, DOSSIER_NOT_APPROVED,
 * VOUCHER_NOT_ENABLED, VOUCHER_AMOUNT_NOT_SUFFICIENT
 */
export async function verifySpending(
  trx: Locked<Database>,
  principal: BusinessPrincipal,
  spending: Spending,
  needed: Money,
  clock: Clocks['clock'],
): Promise<VerifiedVoucher> {
  await verifySeller(trx, principal, spending.storeId);
  const voucher = await readVoucher(trx, spending, clock);
  const { at } = voucher;
  if (voucher.dossier_status !== 'APPROVED') throw new DomainError('DOSSIER_NOT_APPROVED');
  const isInDates = voucher.enabled_at <= at && at <= voucher.disabled_at;
  if (voucher.status !== 'ENABLED' || !isInDates) throw new DomainError('VOUCHER_NOT_ENABLED');
  const residual = money(voucher.residual);
  if (needed.gt(residual)) throw new DomainError('VOUCHER_AMOUNT_NOT_SUFFICIENT');
  return {
    otpMode: voucher.otp_mode,
    dossierId: voucher.dossier_id,
    dossierType: voucher.type,
    aslId: voucher.asl_id,
    residual,
    at,
  };
}

/** A voucher whose row is locked. Amounts in euro. */
export interface LockedVoucher {
  readonly voucherId: number;
  readonly initialAmount: Money;
  readonly residual: Money;
}

/** Locks a voucher until the transaction ends, which every change of its residual needs (rules §5). */
export async function lockVoucher(trx: Database, voucherId: number): Promise<LockedVoucher> {
  const columns = ['initial_amount', 'residual'] as const;
  const voucher = await lockRow(trx, 'voucher', columns, { voucher_id: voucherId }, 'no key update');
  if (!voucher) throw new Error(`no voucher ${voucherId}`);
  return { voucherId, initialAmount: money(voucher.initial_amount), residual: money(voucher.residual) };
}

/**
 * Refunds an amount in euro to a locked voucher, whatever its status and dates: its residual is its initial amount less
 * the active purchases (rules §5). The residual never exceeds the initial amount.
 * @returns the new residual in euro
 */
export async function refund(trx: Database, voucher: LockedVoucher, amount: Money): Promise<Money> {
  const { voucherId, initialAmount } = voucher;
  const sum = voucher.residual.plus(amount);
  const residual = sum.gt(initialAmount) ? initialAmount : sum;
  await trx.updateTable('voucher').set({ residual: residual.toFixed() }).where('voucher_id', '=', voucherId).execute();
  return residual;
}
