import { isValidEan } from '#contract/rules/ean.ts';

const EAN_WITHOUT_ZERO = 12;

/**
 * The EAN that a scanner has put into the quantity field, because the next product was scanned before Enter; null for
 * anything else. A scanner may leave out a leading 0.
 */
export function scannedEan(quantityText: string): string | null {
  const digits = quantityText.trim();
  const isEan = isValidEan(digits) || (digits.length === EAN_WITHOUT_ZERO && isValidEan(`0${digits}`));
  return isEan ? digits : null;
}
