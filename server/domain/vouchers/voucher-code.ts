import type { Day } from '#contract/rules/dates.ts';

const DOSSIER_DIGITS = 8;

/**
 * The code of a dossier's voucher for the month of a day: `BD`, year and month, dossier id, as in `BD202611-00000042`.
 */
export function voucherCode(month: Day, dossierId: number): string {
  return `BD${month.slice(0, 4)}${month.slice(5, 7)}-${String(dossierId).padStart(DOSSIER_DIGITS, '0')}`;
}
