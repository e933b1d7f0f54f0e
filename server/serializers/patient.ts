import type { patient } from '#contract/entities/patient.ts';
import type { voucher } from '#contract/entities/voucher.ts';
import { toOffsetTimestamp } from '#contract/rules/dates.ts';
import { toWire } from '#contract/rules/money.ts';
import type { Sent } from '#contract/wire.ts';
import type { PatientRow, VoucherOfPatient } from '#server/domain/patients/patient-row.ts';

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
  const { patientId, fiscalCode, firstName, lastName, gender, birthDate, otpMode, dossiers, vouchers } = from;
  return {
    patientId,
    fiscalCode,
    firstName,
    lastName,
    gender,
    birthDate,
    categoryType: dossiers[0]?.type,
    otpMode,
    activeVouchers: vouchers.map(serializeVoucher),
    activeDossiers: [...dossiers],
  };
}
