import { FISCAL_CODE_SEARCH_MIN } from '#contract/calls/patients.ts';
import { FISCAL_CODE_LENGTH, isValidFiscalCode, normalizeFiscalCode } from '#contract/rules/fiscal-code.ts';

/** What to say about a fiscal code while it is typed; nothing of it blocks the search (rules §4). */
export type FiscalCodeHint = 'tooShort' | 'wrongCheck' | null;

/**
 * Too short for our server to search by, or complete with a wrong shape or check character.
 * @param typed as it stands in the field
 */
export function fiscalCodeHint(typed: string): FiscalCodeHint {
  const code = normalizeFiscalCode(typed);
  if (code === '') return null;
  if (code.length < FISCAL_CODE_SEARCH_MIN) return 'tooShort';
  return code.length >= FISCAL_CODE_LENGTH && !isValidFiscalCode(code) ? 'wrongCheck' : null;
}
