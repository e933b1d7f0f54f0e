import { MIN_FISCAL_CODE_SEARCH_LENGTH } from '#contract/calls/patients.ts';
import {
  FISCAL_CODE_LENGTH,
  isForeignersCode,
  isValidFiscalCode,
  looksLikeFiscalCode,
  normalizeFiscalCode,
} from '#contract/rules/fiscal-code.ts';

/** A hint about a typed fiscal code. It never blocks the search (rules §4). */
type FiscalCodeHint = 'tooShort' | 'wrongCheck' | 'foreigners' | null;

/**
 * 'tooShort' for our server's search, 'foreigners' for an STP or ENI code, or 'wrongCheck' for a complete code with a wrong
 * form or check character.
 * @param typed the text of the field
 */
export function fiscalCodeHint(typed: string): FiscalCodeHint {
  const code = normalizeFiscalCode(typed);
  if (code === '') return null;
  if (code.length < MIN_FISCAL_CODE_SEARCH_LENGTH) return 'tooShort';
  if (isForeignersCode(code)) return 'foreigners';
  const isComplete = looksLikeFiscalCode(code) || code.length >= FISCAL_CODE_LENGTH;
  return isComplete && !isValidFiscalCode(code) ? 'wrongCheck' : null;
}
