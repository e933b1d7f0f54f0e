import type { CategoryType } from '#contract/entities/category.ts';
import type { StoredDossierStatus } from '#contract/entities/dossier.ts';
import type { Gender, OtpMode } from '#contract/entities/patient.ts';
import type { StoredVoucherStatus } from '#contract/entities/voucher.ts';
import type { Day } from '#contract/rules/dates.ts';
import type { Money } from '#contract/rules/money.ts';

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
  readonly dossiers: readonly DossierOfPatient[];
  readonly vouchers: readonly VoucherOfPatient[];
}
