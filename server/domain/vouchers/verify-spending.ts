import type { CategoryType } from '#contract/entities/category.ts';
import type { OtpMode } from '#contract/entities/patient.ts';
import { type Money, money } from '#contract/rules/money.ts';
import { PREPARED } from '#server/database/prepared.ts';
import type { BusinessPrincipal, Database } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { requireOpenStore } from '../reference/require-store.ts';

/** The minimum residual in euro for opening a cart. */
export const MIN_RESIDUAL_EURO = money('0.01');

/** The voucher to spend from, and the store. */
interface Spending {
  readonly patientId: number;
  readonly voucherId: number;
  readonly storeId: number;
  /** The minimum residual of the voucher in euro. */
  readonly needed: Money;
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

async function requireVoucher(db: Database, spending: Spending, isLocking: boolean) {
  const query = db
    .selectFrom('voucher')
    .innerJoin('dossier', 'dossier.dossier_id', 'voucher.dossier_id')
    .select(['voucher.status', 'voucher.enabled_at', 'voucher.disabled_at', 'voucher.residual'])
    .select(['dossier.dossier_id', 'dossier.type', 'dossier.asl_id', 'dossier.status as dossier_status'])
    .where('voucher.voucher_id', '=', spending.voucherId)
    .where('dossier.patient_id', '=', spending.patientId)
    .modifyEnd(PREPARED);
  const voucher = await (isLocking ? query.forNoKeyUpdate('voucher') : query).executeTakeFirst();
  if (!voucher) throw new DomainError('VOUCHER_NOT_FOUND');
  return voucher;
}

/**
 * Verifies the conditions of every check and every execution (rules §5): the store belongs to the active business and
 * is not disabled, the patient exists, the dossier is APPROVED, the voucher is ENABLED and valid by its dates, and its
 * residual is sufficient.
 * @param mode `lock` keeps the voucher's row locked until the transaction ends; needed before any change of the
 * residual
 * @throws DomainError STORE_NOT_FOUND, PATIENT_NOT_FOUND, VOUCHER_NOT_FOUND, DOSSIER_NOT_APPROVED, VOUCHER_NOT_ENABLED,
 * VOUCHER_AMOUNT_NOT_SUFFICIENT
 */
export async function verifySpending(
  db: Database,
  principal: BusinessPrincipal,
  spending: Spending,
  at: Date,
  mode: 'read' | 'lock',
): Promise<VerifiedVoucher> {
  await requireOpenStore(db, spending.storeId, principal.businessId);
  const otpMode = await requirePatient(db, spending.patientId);
  const voucher = await requireVoucher(db, spending, mode === 'lock');
  if (voucher.dossier_status !== 'APPROVED') throw new DomainError('DOSSIER_NOT_APPROVED');
  const isInDates = voucher.enabled_at <= at && at <= voucher.disabled_at;
  if (voucher.status !== 'ENABLED' || !isInDates) throw new DomainError('VOUCHER_NOT_ENABLED');
  const residual = money(voucher.residual);
  if (spending.needed.gt(residual)) throw new DomainError('VOUCHER_AMOUNT_NOT_SUFFICIENT');
  return {
    otpMode,
    dossierId: voucher.dossier_id,
    dossierType: voucher.type,
    aslId: voucher.asl_id,
    residual,
  };
}
