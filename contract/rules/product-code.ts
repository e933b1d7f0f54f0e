import { isProvisionalFiscalCode } from './fiscal-code.ts';
import { type Money, money } from './money.ts';
import { readCode } from './typed-text.ts';

const GTIN_LENGTH = 14;
const EAN_LENGTH = 13;

/** The check digit of a GTIN (EAN-8, UPC-A, EAN-13, GTIN-14) for all its digits but the last. */
export function gtinCheckDigit(digits: string): string {
  const last = digits.length - 1;
  const weighted = Array.from(digits).reduce(
    (total, digit, index) => total + Number(digit) * ((last - index) % 2 === 0 ? 3 : 1),
    0,
  );
  return String((10 - (weighted % 10)) % 10);
}

/** Whether the text is an EAN-8, UPC-A, EAN-13 or GTIN-14 with a correct check digit. */
export function isGtin(text: string): boolean {
  return /^(?:\d{8}|\d{12,14})$/.test(text) && !/^0+$/.test(text) && gtinCheckDigit(text.slice(0, -1)) === text.at(-1);
}

/** The 14 digits as which GTINs are compared: zeros to the left. */
export function toGtin14(gtin: string): string {
  return gtin.padStart(GTIN_LENGTH, '0');
}

/** The form of a GTIN as it stands on a pack, for servers that compare texts: a GTIN-14 of an EAN loses its zeros. */
function usualForm(gtin: string): string {
  const [, ean8] = /^0{5,6}(\d{8})$/.exec(gtin) ?? [];
  if (ean8 === undefined && (gtin.length < GTIN_LENGTH || !gtin.startsWith('0'))) return gtin;
  // A UPC-A has 12 digits; the second try of §5 puts the zero of its EAN-13 before them.
  return ean8 ?? gtin.replace(/^0{1,2}/, '');
}

/** The codes to try for a code, in this order: as it is, then with the leading 0 that scanners omit (§5). */
export function codesToTry(code: string): readonly [string, string] {
  return [code, `0${code}`];
}

/** The digits of the pharmacies' base 32, which has no vowels. */
const BASE_32 = '0123456789BCDFGHJKLMNPQRSTUVWXYZ';
const PHARMACY_DIGITS = 9;

/** The check digit of a pharmacy's code for its first eight digits. */
export function pharmacyCheckDigit(digits: string): string {
  const total = Array.from(digits).reduce((so, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return so + (value > 9 ? value - 9 : value);
  }, 0);
  return String(total % 10);
}

/**
 * The pharmacy's code (AIC, Minsan) that a code stands for, as `A` and nine digits: written so, without the `A`, or as the
 * six characters of base 32 of its bar code. undefined where the check digit is wrong.
 */
export function pharmacyCodeOf(code: string): string | undefined {
  const isBase32 = code.length === 6 && Array.from(code).every((character) => BASE_32.includes(character));
  const digits = isBase32
    ? String(Array.from(code).reduce((value, character) => value * BASE_32.length + BASE_32.indexOf(character), 0))
    : code.replace(/^A/, '');
  const full = isBase32 ? digits.padStart(PHARMACY_DIGITS, '0') : digits;
  return /^\d{9}$/.test(full) && !/^0+$/.test(full) && pharmacyCheckDigit(full.slice(0, -1)) === full.at(-1)
    ? `A${full}`
    : undefined;
}

/**
 * What a product's code says. `code` is what a search is asked for. `gtin`: EAN-8, UPC-A, EAN-13 or GTIN-14. `pharmacy`:
 * a pharmacy's code. `weighed`: an EAN that the shop itself prints, whose last digits are a price in euro or a weight;
 * `item` is the EAN of the product, with zeros for them.
 */
export type ProductCode =
  | { readonly kind: 'gtin'; readonly code: string }
  | { readonly kind: 'pharmacy'; readonly code: string }
  | { readonly kind: 'weighed'; readonly code: string; readonly item: string; readonly price: Money };

/** Item number of a weighed pack: prefix 2 and six digits, then five of the price in cents. */
const WEIGHED = /^(2\d{6})(\d{5})\d$/;

function readGtin(gtin: string): ProductCode {
  const code = usualForm(gtin);
  const [, item, cents] = WEIGHED.exec(code.padStart(EAN_LENGTH, '0')) ?? [];
  if (item === undefined || cents === undefined || cents === '00000') return { kind: 'gtin', code };
  const digits = `${item}00000`;
  return { kind: 'weighed', code, item: `${digits}${gtinCheckDigit(digits)}`, price: money(cents).div(100) };
}

/**
 * The identifier that a scanner puts before the characters; a keyboard of another country types `+` for `]`. Some makers
 * have letters of their own, which count before digits that no id of a product has.
 */
const SYMBOLOGY = /^(?:[\]+][A-Za-z]\d|[A-Za-z]{1,2}(?=\d{12,14}$))/;
/** The character between elements, and how some scanners write it. */
const SEPARATOR = new RegExp(`${String.fromCharCode(29)}|<GS>|\\{GS\\}|\\^\\]`, 'i');
/** Elements of fixed length that may stand before the GTIN without a separator. */
const FIXED_ELEMENT = /^(?:00\d{18}|02\d{14}|1[1-9]\d{6}|20\d{2}|3[1-6]\d{8}|41\d{14})/;
const GTIN_ELEMENT = /^01(\d{14})/;
/** The elements of open length that packs have. */
const OPEN_ELEMENT = /^(?:10|2[1-5]|3[079]|4[02]|7[01]|9\d)/;

/** The GTIN among elements that need no separator, or what follows them: an element of open length, or no element. */
function gtinOfElements(elements: string): { readonly gtin?: string | undefined; readonly rest: string } {
  let rest = elements;
  for (let element = FIXED_ELEMENT.exec(rest); element; element = FIXED_ELEMENT.exec(rest))
    rest = rest.slice(element[0].length);
  return { gtin: GTIN_ELEMENT.exec(rest)?.[1], rest };
}

/** The GTINs that stand somewhere behind an element of open length whose end nobody marked. */
function gtinsWithin(text: string): readonly string[] {
  if (!OPEN_ELEMENT.test(text)) return [];
  return Array.from(text.matchAll(/(?=01(\d{14}))/g), ([, gtin = '']) => gtin).filter(isGtin);
}

/** The brackets too, as a keyboard of another country types them. */
const NAMED_GTIN = /[([)]01[)\]=](\d{14})/;
const LINKED_GTIN = /\/(?:01|gtin)\/(\d{8}|\d{12,14})(?:[/?#]|$)/i;

/**
 * The GTIN (AI 01) of GS1-128, DataMatrix or QR code: elements with or without separators, in brackets, or an address of
 * GS1 Digital Link. Everything else in them is ignored.
 */
function readElements(text: string): string | undefined {
  const elements = text.replace(/ +/g, '');
  const named = NAMED_GTIN.exec(elements)?.[1] ?? LINKED_GTIN.exec(elements)?.[1];
  if (named !== undefined) return isGtin(named) ? named : undefined;
  const parts = elements.split(SEPARATOR).filter(Boolean);
  const [first = ''] = parts;
  if (elements.length < 2 + GTIN_LENGTH || !/^\d\d/.test(first)) return undefined;
  for (const part of parts) {
    const { gtin } = gtinOfElements(part);
    if (gtin !== undefined && isGtin(gtin)) return gtin;
  }
  const found = new Set(parts.length === 1 ? gtinsWithin(gtinOfElements(first).rest) : []);
  return found.size === 1 ? [...found][0] : undefined;
}

/**
 * Reads what a scanner sent or a person typed as the code of a product. undefined where no length and check digit make it
 * one: such a text may still be the id of a product (§2), which only its server knows.
 */
export function readProductCode(text: string): ProductCode | undefined {
  // Some bar codes of pharmacies come with the stars at their ends.
  const read = text
    .trim()
    .replace(SYMBOLOGY, '')
    .replace(/^\*(.*)\*$/, '$1');
  const gtin = readElements(read) ?? readCode(read);
  if (isGtin(gtin)) return readGtin(gtin);
  // A UPC-A without its zero; a provisional fiscal code has as many digits.
  if (gtin.length === 11 && isGtin(`0${gtin}`) && !isProvisionalFiscalCode(gtin)) return readGtin(`0${gtin}`);
  const pharmacy = pharmacyCodeOf(gtin);
  if (pharmacy === undefined) return undefined;
  // Digits alone may be an id as well: the server decides.
  return { kind: 'pharmacy', code: /^\d+$/.test(gtin) ? gtin : pharmacy };
}

/** The form in which two codes of one product are the same text, whatever their zeros and spelling. */
function comparedForm(code: string): string {
  const read = readProductCode(code);
  if (!read) return readCode(code);
  return read.kind === 'pharmacy' ? (pharmacyCodeOf(read.code) ?? read.code) : toGtin14(read.code);
}

/** Whether two codes stand for the same product. */
export function isSameCode(code: string, known: string | undefined): boolean {
  return known !== undefined && comparedForm(code) === comparedForm(known);
}
