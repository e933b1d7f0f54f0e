import type { CategoryType } from '#contract/entities/category.ts';
import type { OtpMode } from '#contract/entities/patient.ts';
import type { Day } from '#contract/rules/dates.ts';
import type { Money } from '#contract/rules/money.ts';

/** A voucher that is valid now by its dates, whatever its status. Amounts in euro. */
export interface VoucherOfPatient {
  readonly voucherId: number;
  readonly code: string;
  readonly status: 'ENABLED' | 'REVOKED' | 'DELETED';
  readonly enabledAt: Date;
  readonly disabledAt: Date;
  readonly initialAmount: Money;
  readonly residual: Money;
}

export interface DossierOfPatient {
  readonly dossierId: number;
  readonly type: CategoryType;
  readonly status: 'APPROVED' | 'REVOKED' | 'DELETED';
}

/** A row of the patient search (rules §4). APPROVED dossiers come first, and in each dossier the ENABLED vouchers. */
export interface PatientRow {
  readonly patientId: number;
  readonly fiscalCode: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly gender: 'M' | 'F';
  readonly birthDate: Day;
  readonly otpMode: OtpMode;
  readonly dossiers: readonly DossierOfPatient[];
  readonly vouchers: readonly VoucherOfPatient[];
}
