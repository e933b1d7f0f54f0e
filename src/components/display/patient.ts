import type { Patient, Voucher } from '#contract/entities/patient.ts';
import { endOfDay } from '#contract/rules/dates.ts';
import {
  FISCAL_CODE_LENGTH,
  isForeignersCode,
  isValidFiscalCode,
  looksLikeFiscalCode,
  normalizeFiscalCode,
} from '#contract/rules/fiscal-code.ts';

/** Of a dossier or voucher that the row does not have (rules §4). */
const NO_STATUS = 'NO_VALUE';

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** The key of a row of the patient search: patient and dossier (rules §4). */
export function patientKey(patient: Patient): string {
  return JSON.stringify([patient.patientId, patient.activeDossiers[0]?.dossierId]);
}

/** The status of the row's dossier. The server sends APPROVED dossiers first (rules §4). */
export function dossierStatus(patient: Patient): string {
  return patient.activeDossiers[0]?.status ?? NO_STATUS;
}

/** The status of the row's first voucher. The server sends ENABLED vouchers first (rules §4). */
export function voucherStatus(patient: Patient): string {
  return patient.activeVouchers[0]?.status ?? NO_STATUS;
}

/** CELIAC, PROTEIN_FREE or an unknown value of a server; undefined if the row has none. */
export function categoryTypeOf(patient: Patient): string | undefined {
  return patient.categoryType ?? patient.activeDossiers[0]?.type;
}

/** Whether the purchases of this row may be read (§5: APPROVED is the active status). */
export function hasApprovedDossier(patient: Patient): boolean {
  return patient.activeDossiers.some(({ status }) => status === 'APPROVED');
}

/** When a voucher ends, in ms since 1970; Infinity if it has no end. A day without a time ends at midnight in Rome. */
function endOf({ dateDisabled }: Voucher): number {
  if (dateDisabled === undefined) return Infinity;
  return dateDisabled.length === DAY_LENGTH ? endOfDay(dateDisabled).getTime() : Date.parse(dateDisabled);
}

/** The vouchers that a cart may use: ENABLED, not expired, and not known to be empty (rules §4). */
export function spendableVouchers(patient: Patient, now: Date): readonly Voucher[] {
  return patient.activeVouchers.filter(
    (voucher) =>
      voucher.status === 'ENABLED' && endOf(voucher) > now.getTime() && (voucher.residualAmount?.gt(0) ?? true),
  );
}

type NamedPatient = Partial<Pick<Patient, 'firstName' | 'lastName' | 'fiscalCode'>>;

/** First and last name; empty if the server sends neither. */
export function patientName({ firstName, lastName }: NamedPatient = {}): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}

/** The name, or the fiscal code if the server sends no name. */
export function nameOrFiscalCode(patient: NamedPatient = {}): string | undefined {
  return patientName(patient) || patient.fiscalCode;
}

/** A hint about a typed fiscal code. It never blocks the search (rules §4). */
type FiscalCodeHint = 'incomplete' | 'wrongCheck' | 'foreigners' | null;

/**
 * 'incomplete' for a server that finds by whole codes alone, 'foreigners' for an STP or ENI code, or 'wrongCheck' for a
 * complete code with a wrong form or check character.
 * @param typed the text of the field
 */
export function fiscalCodeHint(typed: string, findsWholeCodes: boolean): FiscalCodeHint {
  const code = normalizeFiscalCode(typed);
  if (code === '') return null;
  if (isForeignersCode(code)) return 'foreigners';
  const isComplete = looksLikeFiscalCode(code) || code.length >= FISCAL_CODE_LENGTH;
  if (!isComplete) return findsWholeCodes ? 'incomplete' : null;
  return isValidFiscalCode(code) ? null : 'wrongCheck';
}
