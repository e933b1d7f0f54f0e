import {
  FISCAL_CODE_LENGTH,
  isProvisionalFiscalCode,
  isValidFiscalCode,
  looksLikeFiscalCode,
} from '#contract/rules/fiscal-code.ts';
import { readProductCode } from '#contract/rules/product-code.ts';
import { readCode } from '#contract/rules/typed-text.ts';
import type { Scan } from '#src/hooks/use-scan.ts';

/** What a scanner puts before the characters to name the kind of bar code. */
const SYMBOLOGY = /^[\]+][A-Za-z]\d/;
/** The magnetic track of a card, or what another keyboard layout makes of its marks. */
const TRACK = /^(?:[%;].*[?_]|[^\da-z]\d{15,}(?:[^\da-z]|$))/i;
const CHARACTERS = /[^A-Z0-9]+/;
/** No product has so many digits of its own, and a wrong check digit. */
const LONG_NUMBER = /^\d{8,}$/;
const ELEVEN_DIGITS = /^\d{11}(?!\d)/;

/** The fiscal code between the separators of a track; the name may follow it directly. */
function cardCodeOf(text: string): string | undefined {
  const whole = readCode(text);
  if (isProvisionalFiscalCode(whole)) return whole;
  const words = text.toUpperCase().split(CHARACTERS).concat(whole);
  return (
    words
      .map((word) => word.slice(0, FISCAL_CODE_LENGTH))
      .find((word) => word.length === FISCAL_CODE_LENGTH && isValidFiscalCode(word)) ??
    words.map((word) => ELEVEN_DIGITS.exec(word)?.[0] ?? '').find(isProvisionalFiscalCode)
  );
}

/**
 * Reads a text by its form, length and check digit, whichever way it arrived. undefined for anything that is no code:
 * words, amounts, the id of a product. A card or a number that was misread is `unreadable`, and nothing to look up.
 */
export function readScan(text: string): Scan | undefined {
  const typed = text.trim();
  const read = typed.replace(SYMBOLOGY, '');
  const product = readProductCode(typed);
  if (product) return { kind: 'product', code: product.code };
  const code = cardCodeOf(read);
  if (code !== undefined) return { kind: 'card', code };
  const plain = readCode(read);
  const isCode = TRACK.test(typed) || looksLikeFiscalCode(plain) || LONG_NUMBER.test(plain);
  return isCode ? { kind: 'unreadable', code: typed } : undefined;
}

/** Whether a text is the track of a card, which nobody types. */
export function isTrack(text: string): boolean {
  return TRACK.test(text.trim());
}
