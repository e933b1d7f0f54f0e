import { type Day, addDays } from './dates.ts';

/**
 * How people write: one rule for each kind of text, for the screens, the API and the files of an import (rules §11).
 */

/** Characters that nobody sees: controls, joiners, marks of direction, selectors, halves. Line ends and tabs are blanks. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
const LINE_BREAKS = /[\t\n\v\f\r\u0085]+/g;
const DASHES = /[\p{Pd}\u2212]/gu;
const APOSTROPHES = /[\u2018\u2019\u201A\u201B\u02B9\u02BC\u02BB\u2032\u00B4`]/g;
const QUOTES = /[\u201C\u201D\u201E\u201F\u2033]/g;

function clean(typed: string): string {
  return typed
    .replace(LINE_BREAKS, ' ')
    .replace(INVISIBLE, '')
    .replace(DASHES, '-')
    .replace(APOSTROPHES, "'")
    .replace(QUOTES, '"')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A name or other words: composed letters, plain dashes and quotation marks, single blanks, nothing invisible. */
export function readText(typed: string): string {
  return clean(typed.normalize('NFC'));
}

/** What stands around a copied code: quotation marks, the asterisks of Code 39, the delimiter of a list behind it. */
const AROUND_CODE = /^["'*]+|["'*,;]+$/g;
/** What programs add to a code of digits that they hold as a number: `8001234567897.0`. */
const DECIMALS_OF_CODE = /^(\d+)[.,]0+$/;

/**
 * A code in upper case, as it is compared: without the blanks, dashes and points that people put between groups, and
 * with the usual digits and letters for those of other widths.
 */
export function readCode(typed: string): string {
  return clean(typed.normalize('NFKC'))
    .replace(AROUND_CODE, '')
    .replace(DECIMALS_OF_CODE, '$1')
    .replace(/[\s.-]+/g, '')
    .toUpperCase();
}

/** Reads a code whose dashes count, such as a voucher's. */
export function readDashedCode(typed: string): string {
  return readText(typed).replace(/\s+/g, '').toUpperCase();
}

/**
 * An amount as people write it. `value` and `readings` are plain decimals such as `1234.5`. `ambiguous`: the separator
 * may stand before decimals or before thousands, in this order of the readings. `unclear`: the separators contradict each
 * other. `none`: no amount.
 */
export type AmountReading =
  | { readonly kind: 'amount'; readonly value: string }
  | { readonly kind: 'ambiguous'; readonly readings: readonly [string, string] }
  | { readonly kind: 'unclear' | 'none' };

/** `¤` is the euro sign of ISO 8859-15 that was read as Windows-1252. Hands abbreviate it too: `€. 3,50`. */
const SIGN_AND_CURRENCY =
  /^(?<sign>[+-]?)\s?(?:(?:[€¤]|EURO?)(?:\.(?=\s|\d+,)|:)?)?\s?(?<inner>[+-]?)\s?(?<digits>.*?)\s?(?:(?:[€¤]|EURO?)\.?)?$/i;
/** A price label may have the euro sign in place of the comma: `3€50`. */
const CURRENCY_BETWEEN = /^(\d[\d.' ]*?)\s?[€¤]\s?(\d{2})$/;
/** Small digits are never digits of the same number. Two at the end are the cents of a price label: `3⁹⁹`. */
const SMALL = /[\u00B2\u00B3\u00B9\u00BC-\u00BE\u2070-\u209C\u2150-\u2189\u2460-\u249B]/;
const SMALL_CENTS =
  /^([^\u00B2\u00B3\u00B9\u2070-\u2079]*\d)[.,]?\s?([\u00B2\u00B3\u00B9\u2070\u2074-\u2079]{2})(\D*)$/;
/** Dashes in place of cents, or behind them. */
const NO_CENTS = /(\d[.,])[-=]{1,3}$/;
const BEHIND_CENTS = /([.,]\d{1,2})[.,][-=]{1,3}$/;
/** What hands and lists leave behind an amount. */
const BEHIND = /=+$|[.,;]$/;
const PLAIN = /^(\d{0,12})(?:[.,](\d{1,15}))?$/;
/** No group of thousands starts with 0: `0.125` has decimals. */
const DECIMALS_OR_THOUSANDS = /^([1-9]\d{0,2})[.,](\d{3})$/;
/** Groups of thousands, all with the same separator, then decimals behind another one. */
const GROUPED =
  /^([1-9]\d{0,2})(?:(?:\.\d{3}){1,3}(?:,\d{1,15})?|(?:,\d{3}){1,3}(?:\.\d{1,15})?|(?:[ ']\d{3}){1,3}(?:[.,]\d{1,15})?)$/;
const SEVERAL_SEPARATORS = /^\d+(?:[., ']+\d+){2,}$/;

/** Reads the digits of an amount without currency and sign. */
function readDigits(typed: string): AmountReading {
  const text = typed
    .replace(/\s*([.,])\s*/g, '$1')
    .replace(BEHIND_CENTS, '$1')
    .replace(NO_CENTS, (_, before: string) => `${before}00`)
    .replace(BEHIND, '');
  const unclear = DECIMALS_OR_THOUSANDS.exec(text);
  if (unclear) {
    const [, whole = '', last = ''] = unclear;
    return { kind: 'ambiguous', readings: [`${whole}.${last}`, `${whole}${last}`] };
  }
  const plain = text === '' ? null : PLAIN.exec(text);
  if (plain) {
    const [, whole = '', decimals] = plain;
    return { kind: 'amount', value: `${whole || '0'}${decimals === undefined ? '' : `.${decimals}`}` };
  }
  const grouped = GROUPED.exec(text);
  if (!grouped) return { kind: SEVERAL_SEPARATORS.test(text) ? 'unclear' : 'none' };
  const separators = text.replace(/\d/g, '');
  const hasDecimals = new Set(separators).size > 1;
  const decimalAt = hasDecimals ? Math.max(text.lastIndexOf(','), text.lastIndexOf('.')) : text.length;
  const whole = text.slice(0, decimalAt).replace(/\D/g, '');
  return { kind: 'amount', value: hasDecimals ? `${whole}.${text.slice(decimalAt + 1)}` : whole };
}

/**
 * Reads an amount or another decimal number, as hands and price labels write it: `2,76`, `,5`, `3,`, `3,-`, `1.234,50`,
 * `1,234.50`, `1 234,5`, `€ 2`, `2 EUR`, `3€50`. One point or comma before exactly three digits is ambiguous. Nothing is
 * guessed: a wrong amount costs money.
 */
export function readAmount(typed: string): AmountReading {
  const [, whole, cents = '', behind = ''] = SMALL_CENTS.exec(typed.trim()) ?? [];
  if (whole === undefined && SMALL.test(typed)) return { kind: 'none' };
  const label = whole === undefined ? typed : `${whole},${cents}${behind}`;
  const text = clean(label.normalize('NFKC'))
    .replace(/\u00B7/g, '.')
    .replace(CURRENCY_BETWEEN, '$1,$2');
  const { sign = '', inner = '', digits = '' } = SIGN_AND_CURRENCY.exec(text)?.groups ?? {};
  if (sign !== '' && inner !== '') return { kind: 'none' };
  const reading = readDigits(digits);
  if (`${sign}${inner}` !== '-') return reading;
  if (reading.kind === 'amount') return { kind: 'amount', value: `-${reading.value}` };
  if (reading.kind !== 'ambiguous') return reading;
  const [decimals, thousands] = reading.readings;
  return { kind: 'ambiguous', readings: [`-${decimals}`, `-${thousands}`] };
}

/**
 * Writes a plain decimal for a field, with a decimal comma. Three decimals get a fourth, so that the text is not ambiguous
 * when it is read again.
 */
export function writeAmount(value: string): string {
  const [whole = '0', decimals = ''] = value.split('.');
  return decimals === '' ? whole : `${whole},${decimals.length === 3 ? `${decimals}0` : decimals}`;
}

/** Reads a whole number from 0; undefined for any other text: `2,5` is not 25, and not 2. */
export function readWholeNumber(typed: string): number | undefined {
  if (SMALL.test(typed)) return undefined;
  const text = clean(typed.normalize('NFKC')).replace(/^\+/, '');
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Italian and English, for both write into the same files. Three letters are enough. */
const MONTHS = [
  ['gennaio', 'january'],
  ['febbraio', 'february'],
  ['marzo', 'march'],
  ['aprile', 'april'],
  ['maggio', 'may'],
  ['giugno', 'june'],
  ['luglio', 'july'],
  ['agosto', 'august'],
  ['settembre', 'september'],
  ['ottobre', 'october'],
  ['novembre', 'november'],
  ['dicembre', 'december'],
] as const;

const MIDNIGHT = /[T ]\s?0{1,2}[:.]00(?:[:.]00(?:[.,]0+)?)?(?:\s?(?:Z|UTC|[+-]\d{2}:?\d{2}))?$/i;
const YEAR_FIRST = /^(\d{4})(?:([-/. ])(\d{1,2})\2(\d{1,2})|(?<compact>\d{4}))$/;
const DAY_FIRST =
  /^(\d{1,2})(?:°|o(?=\s?[-/.,]?\s?[a-z]))?(?:\s?[-/.,]\s?|\s)(\d{1,2}|[a-z]{3,10}\.?)(?:\s?[-/.,]\s?|\s)(\d{4}|\d{2})$/i;
/** Digits alone, as on a numeric keypad: `01022026`, `010226`. */
const DIGITS = /^(\d{2})(\d{2})(\d{4}|\d{2})$/;

function monthNumber(text: string): number {
  if (/^\d/.test(text)) return Number(text);
  const word = text.toLowerCase().replace('.', '');
  return MONTHS.findIndex((names) => names.some((name) => name.startsWith(word))) + 1;
}

/** The day, if the calendar has it between 1900 and 9998. */
function calendarDay(year: number, month: number, dayOfMonth: number): Day | undefined {
  if (year < 1900 || year > 9998 || month < 1 || month > 12 || dayOfMonth < 1 || dayOfMonth > 31) return undefined;
  const day = `${year}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`;
  return addDays(day, 0) === day ? day : undefined;
}

/** What a typed day stands for: a birth lies in the past, anything else in this century when the year has two digits. */
export interface DayMeaning {
  /** The day in Europe/Rome. */
  readonly today: Day;
  readonly isBirth: boolean;
}

function fullYear(digits: string, month: number, dayOfMonth: number, { today, isBirth }: DayMeaning): number {
  if (digits.length === 4) return Number(digits);
  const thisCentury = Number(`${today.slice(0, 2)}${digits}`);
  const day = calendarDay(thisCentury, month, dayOfMonth);
  return isBirth && (day === undefined || day > today) ? thisCentury - 100 : thisCentury;
}

/**
 * Reads a day as people and programs write it: `31/12/1980`, `31.12.80`, `31-dic-1980`, `31121980`, `1980-12-31`, also
 * with the time of midnight. undefined for any other text, a day that the calendar lacks and another time.
 */
export function readDay(typed: string, meaning: DayMeaning): Day | undefined {
  const text = clean(typed.normalize('NFKC')).replace(MIDNIGHT, '');
  const dayFirst = DAY_FIRST.exec(text) ?? DIGITS.exec(text);
  if (dayFirst) {
    const [, dayOfMonth = '', monthText = '', year = ''] = dayFirst;
    const month = monthNumber(monthText);
    const read = calendarDay(fullYear(year, month, Number(dayOfMonth), meaning), month, Number(dayOfMonth));
    if (read !== undefined) return read;
  }
  const yearFirst = YEAR_FIRST.exec(text);
  if (!yearFirst) return undefined;
  const [, year = '', , month = '', dayOfMonth = ''] = yearFirst;
  const compact = yearFirst.groups?.compact;
  if (compact !== undefined) return calendarDay(Number(year), Number(compact.slice(0, 2)), Number(compact.slice(2)));
  return calendarDay(Number(year), Number(month), Number(dayOfMonth));
}

const MONTH_FIRST = /^(\d{1,2}|[a-z]{3,10}\.?)(?:\s?[-/.,]\s?|\s)(\d{4}|\d{2})$/i;
const MONTH_LAST = /^(?<year>\d{4})[-/. ](?<month>\d{1,2})$/;
const MONTH_DIGITS = /^(\d{2})(\d{4})$/;

/** Reads a month as people write it, `10/2026`, `10.26`, `ottobre 2026`, `2026-10`: its first day. */
export function readMonth(typed: string, { today }: Pick<DayMeaning, 'today'>): Day | undefined {
  const text = clean(typed.normalize('NFKC'));
  const last = MONTH_LAST.exec(text)?.groups;
  if (last) return calendarDay(Number(last.year), Number(last.month), 1);
  const [, month = '', year = ''] = MONTH_FIRST.exec(text) ?? MONTH_DIGITS.exec(text) ?? [];
  if (month === '') return undefined;
  return calendarDay(Number(year.length === 4 ? year : `${today.slice(0, 2)}${year}`), monthNumber(month), 1);
}
