import { vatCheckDigit } from '#contract/rules/vat.ts';

/** A province code that no tax office has, so that no real company can have the number. */
const UNUSED_OFFICE = '130';
const FIRST_SERIAL = 9_000_000;

/** An invented VAT number (eleven digits) with a correct check digit. */
export function vatOf(businessId: number): string {
  const digits = `${FIRST_SERIAL + businessId * 137}${UNUSED_OFFICE}`;
  return digits + vatCheckDigit(digits);
}
