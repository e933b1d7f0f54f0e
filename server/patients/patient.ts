import type { CategoryType } from '#contract/entities/shared.ts';
import type {
  Gender,
  OtpMode,
  patient,
  StoredDossierStatus,
  StoredVoucherStatus,
  voucher,
} from '#contract/entities/patient.ts';
import { type Day, toOffsetTimestamp } from '#contract/rules/dates.ts';
import { type Money, toWire } from '#contract/rules/money.ts';
import type { Sent } from '#contract/wire.ts';

/** A voucher that is valid now by its dates, whatever its status. Amounts in euro. */
export interface VoucherOfPatient {
  readonly voucherId: number;
  readonly code: string;
  readonly status: StoredVoucherStatus;
  readonly enabledAt: Date;
  readonly disabledAt: Date;
  readonly initialAmount: Money;
  readonly residual: Money;
}

export interface DossierOfPatient {
  readonly dossierId: number;
  readonly type: CategoryType;
  readonly status: StoredDossierStatus;
  /** The first day of electronic vouchers; null if there never were paper ones. */
  readonly switchMonth: Day | null;
}

/** A row of the patient search (rules §4). APPROVED dossiers come first, and in each dossier the ENABLED vouchers. */
export interface PatientRow {
  readonly patientId: number;
  readonly fiscalCode: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly gender: Gender;
  readonly birthDate: Day;
  readonly otpMode: OtpMode;
  /** The end of the lock of the PIN at the asking business, while it is locked. */
  readonly lockedUntil?: Date | undefined;
  readonly dossiers: readonly DossierOfPatient[];
  readonly vouchers: readonly VoucherOfPatient[];
}

export function serializeVoucher(from: VoucherOfPatient): Sent<typeof voucher> {
  return {
    voucherId: from.voucherId,
    code: from.code,
    status: from.status,
    dateEnabled: toOffsetTimestamp(from.enabledAt),
    dateDisabled: toOffsetTimestamp(from.disabledAt),
    initialAmount: toWire(from.initialAmount),
    residualAmount: toWire(from.residual),
  };
}

/** A row of the patient search. Its category is the one of its first dossier. */
export function serializePatient(from: PatientRow): Sent<typeof patient> {
  const { patientId, fiscalCode, firstName, lastName, gender, birthDate, otpMode, lockedUntil, dossiers, vouchers } =
    from;
  return {
    patientId,
    fiscalCode,
    firstName,
    lastName,
    gender,
    birthDate,
    categoryType: dossiers[0]?.type,
    otpMode,
    lockedUntil: lockedUntil && toOffsetTimestamp(lockedUntil),
    activeVouchers: vouchers.map(serializeVoucher),
    activeDossiers: dossiers.map(({ switchMonth, ...dossier }) => ({
      ...dossier,
      ...(switchMonth !== null && { switchMonth }),
    })),
  };
}
