import type { Patient } from '#contract/entities/patient.ts';
import type { Voucher } from '#contract/entities/voucher.ts';
import { endOfDay } from '#contract/rules/dates.ts';

/** Shown where there is no dossier or no voucher (rules §4). */
const NO_VALUE = 'NO_VALUE';

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** The key of a row of the patient search: one patient with one dossier (rules §4). */
export function patientKey(patient: Patient): string {
  return JSON.stringify([patient.patientId, patient.activeDossiers[0]?.dossierId]);
}

/** The status of the row's dossier; APPROVED ones come first on the wire (rules §4). */
export function dossierStatus(patient: Patient): string {
  return patient.activeDossiers[0]?.status ?? NO_VALUE;
}

/** The status of the row's first voucher; ENABLED ones come first on the wire (rules §4). */
export function voucherStatus(patient: Patient): string {
  return patient.activeVouchers[0]?.status ?? NO_VALUE;
}

/** CELIAC, PROTEIN_FREE or another server's word; absent when the row does not say. */
export function practiceType(patient: Patient): string | undefined {
  return patient.categoryType ?? patient.activeDossiers[0]?.type;
}

/** Whether the purchases of this row may be looked up (§5: APPROVED is the active status). */
export function hasApprovedDossier(patient: Patient): boolean {
  return patient.activeDossiers.some(({ status }) => status === 'APPROVED');
}

/** The instant at which a voucher ends, ms; Infinity when it does not say. A bare day is meant to its end in Rome. */
function endOf({ dateDisabled }: Voucher): number {
  if (dateDisabled === undefined) return Infinity;
  return dateDisabled.length === DAY_LENGTH ? endOfDay(dateDisabled).getTime() : Date.parse(dateDisabled);
}

/** The vouchers that a cart may charge: ENABLED, not expired, something left where that is known (rules §4). */
export function spendableVouchers(patient: Patient, now: Date): readonly Voucher[] {
  return patient.activeVouchers.filter(
    (voucher) =>
      voucher.status === 'ENABLED' && endOf(voucher) > now.getTime() && (voucher.residualAmount?.gt(0) ?? true),
  );
}
