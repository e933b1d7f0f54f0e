import {
  FISCAL_CODE_LENGTH,
  isProvisionalFiscalCode,
  isValidFiscalCode,
  looksLikeFiscalCode,
} from '#contract/rules/fiscal-code.ts';
import { readProductCode } from '#contract/rules/product-code.ts';
import { readCode } from '#contract/rules/typed-text.ts';

/**
 * What a scanner read: the fiscal code of a health card, the code of a product as a search takes it, or a text that is
 * neither. `code` of an unreadable one is its text.
 */
export interface Scan {
  readonly kind: 'card' | 'product' | 'unreadable';
  readonly code: string;
  /** True if somebody may have typed it by hand: a product then starts a search and does not change the quantity. */
  readonly isTyped?: boolean;
}

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

/** Digits with at most one letter, as a pharmacy's code has it, or many digits. No part of a fiscal code is so. */
const SHOWN = /^(?=.*\d{4})\d*[a-z]?\d*$|\d{8,}/i;
const LONGEST_SHOWN = 40;

/**
 * What the screen shows of a text that could not be read: its digits, to compare them with those on the pack. '' for what
 * may be of a patient: a card, words, or a number that somebody may have typed, such as a PIN.
 */
export function shownDigits({ code, isTyped = false }: Scan): string {
  if (isTyped || isTrack(code)) return '';
  const [shown = ''] = SHOWN.exec(code.replace(SYMBOLOGY, '').replace(/[\p{Cc}\s()*-]+/gu, '')) ?? [];
  return shown.length > LONGEST_SHOWN ? `${shown.slice(0, LONGEST_SHOWN)}…` : shown;
}

/** A character, or several that arrived at once. */
export interface Stroke {
  readonly text: string;
  /** Time of the key, in ms. */
  readonly at: number;
  /** Whether it was typed: a text that was pasted or filled in has no pace. */
  readonly isTyped: boolean;
}

/**
 * Where a text arrives. `nowhere`: no field has the focus. `product`, `card`: a field for such a code, typed by hand.
 * `other`: a field of a screen for scans in which nobody means a code. `secret`: a field for a PIN or another code.
 * `any`: any other field.
 */
export type Place = 'nowhere' | 'product' | 'card' | 'other' | 'secret' | 'any';

interface Recognised {
  readonly scans: readonly Scan[];
  /** Index of the first stroke that the scans, or a failed one before them, have typed. */
  readonly from: number;
  /** Whether the pace is a scanner's. */
  readonly isByMachine: boolean;
}

/** The longest usual time between two keys of a scanner, in ms. Nobody types a whole code as fast. */
export const SCANNER_MS = 90;
/** Nobody types anything as fast, in ms between two keys. */
export const MACHINE_MS = 60;
/** A text may begin with the first key after this time, in ms. */
const BREAK_MS = 150;
/** A text that is shorter is no failed scan. */
const MIN_LENGTH = 6;
/** As `MIN_LENGTH`, for words and for secrets, which a program may fill in. */
const MIN_TEXT_LENGTH = 8;
/** Letters and digits with a digit among them, and the marks that bar codes bring along. */
const CODE = /^(?=.*\d)[\]+]?[a-z\d()\p{Cc}]+$/iu;
/** As people write dates and amounts. */
const GROUPED = /^[^(]*[\s.,-]/;
/** A VAT number as well as a provisional fiscal code. */
const VAT = /^\d{11}$/;
/** A pharmacy's code in base 32: also `12x25g`. */
const SHORT_CODE = /^.{6}$/;
/** More than any quantity: the beginning of a code. */
const FRAGMENT = /^\d{4,}$/;
/** Digits that a patient may have as a PIN, or a business as its cancellation code. */
const PIN = /^\d{5,12}$/;
/** Both a PIN and, by chance, six characters of a pharmacy's code. */
const SHORT_PIN = /^\d{6}$/;
/** A code of which every digit counts. */
const PLAIN_CODE = /^\d{6,14}$/;
const QUANTITY = /^\d{1,3}$/;
/** Nobody has a secret of so many digits. */
const NO_SECRET = /^\d{13,}$/;

function textOf(strokes: readonly Stroke[]): string {
  return strokes.map(({ text }) => text).join('');
}

/** The usual time between two keys, in ms; of `share` of them it is shorter. Infinity for a text that was not typed. */
export function paceOf(strokes: readonly Stroke[], share = 0.5): number {
  const gaps = strokes.slice(1).map(({ at }, index) => Math.abs(at - (strokes[index]?.at ?? at)));
  if (gaps.length === 0 || strokes.some(({ isTyped }) => !isTyped)) return Infinity;
  return gaps.toSorted((a, b) => a - b)[Math.floor((gaps.length - 1) * share)] ?? Infinity;
}

/** The indexes at which a text may begin. */
function beginningsOf(strokes: readonly Stroke[]): readonly number[] {
  return strokes.flatMap(({ at, isTyped }, index) => {
    const before = strokes[index - 1];
    return !before || !isTyped || !before.isTyped || Math.abs(at - before.at) > BREAK_MS ? [index] : [];
  });
}

/** A whole code or track. The pace matters only where a person may type one. */
function wholeCode(strokes: readonly Stroke[], place: Place): Scan | undefined {
  const text = textOf(strokes);
  const scan = readScan(text);
  if (!scan || (scan.kind === 'unreadable' && !isTrack(text))) return undefined;
  const isByMachine = strokes.length >= MIN_LENGTH && paceOf(strokes) <= SCANNER_MS;
  if (place === 'nowhere' || (isByMachine && place !== 'any')) return scan;
  if (place === 'any') return isByMachine && !GROUPED.test(text) && !VAT.test(text) ? scan : undefined;
  return scan.kind === place || SHORT_CODE.test(text) ? undefined : scan;
}

/** What only a scanner types, but is no code: the rest of one, or a misread one. */
function failedCode(strokes: readonly Stroke[], place: Place): Scan | undefined {
  const text = textOf(strokes);
  const [isCode, isNumber, pace] = [CODE.test(text), /^\d+$/.test(text), paceOf(strokes)];
  // The beginning of a fiscal code may be searched.
  if (place === 'any' || (place === 'card' && !isNumber)) return undefined;
  const isLong = isCode && text.length >= MIN_LENGTH && (place === 'nowhere' || pace <= SCANNER_MS);
  // Nobody types words as fast: it is a bar code of another kind, an address for example.
  const isWords = /\p{L}/u.test(text) && text.length >= MIN_TEXT_LENGTH && pace <= MACHINE_MS;
  if (!isLong && !isWords) return undefined;
  const mayBeTyped = pace > SCANNER_MS && !NO_SECRET.test(text);
  return { kind: 'unreadable', code: text, ...(mayBeTyped && { isTyped: true }) };
}

/** Whether a code stands behind a text that a failed scan has left. */
function isFragment(strokes: readonly Stroke[], place: Place): boolean {
  const text = textOf(strokes);
  if (place !== 'any' && FRAGMENT.test(text)) return true;
  return strokes.length > 2 && CODE.test(text) && paceOf(strokes) <= MACHINE_MS;
}

/** Where the last whole code before `end` begins; undefined if none does. */
function lastCodeBegin(strokes: readonly Stroke[], end: number, place: Place): number | undefined {
  const isWhole = (from: number, to = end) => wholeCode(strokes.slice(from, to), place) !== undefined;
  const beginnings = beginningsOf(strokes).filter((index) => index < end);
  const first = beginnings.find((index) => isWhole(index));
  if (first === undefined || PLAIN_CODE.test(textOf(strokes.slice(first, end)))) return first;
  // Elements may have anything around them: a quantity before, another code behind.
  const later = beginnings.filter((index) => index > first && isWhole(index));
  const begin = later.findLast((index) => QUANTITY.test(textOf(strokes.slice(first, index)))) ?? first;
  return later.findLast((index) => index > begin && isWhole(begin, index)) ?? begin;
}

/**
 * Reads what was typed, up to an ending: one or more whole codes behind what a person has typed, or a failed scan; null
 * for anything else. A code is told by its content. The pace only helps where a person may have typed it as well.
 */
export function recognise(strokes: readonly Stroke[], place: Place): Recognised | null {
  const scans: Scan[] = [];
  let from = strokes.length;
  for (let begin = lastCodeBegin(strokes, from, place); begin !== undefined;) {
    const scan = wholeCode(strokes.slice(begin, from), place);
    if (scan) scans.unshift(scan);
    from = begin;
    begin = lastCodeBegin(strokes, from, place);
  }
  if (scans.length === 0) {
    for (const begin of beginningsOf(strokes)) {
      const failed = failedCode(strokes.slice(begin), place);
      if (failed) return { scans: [failed], from: begin, isByMachine: true };
    }
    return null;
  }
  const isByMachine = paceOf(strokes.slice(from)) <= SCANNER_MS;
  const before = strokes.slice(0, from);
  return isFragment(before, place)
    ? { scans: [{ kind: 'unreadable', code: textOf(before) }, ...scans], from: 0, isByMachine }
    : { scans, from, isByMachine };
}

/** What somebody cannot have typed as a secret: a code, two that follow each other, or a text that came too fast. */
function noSecret(strokes: readonly Stroke[]): Scan | undefined {
  const text = textOf(strokes).trim();
  // Of the times of a person none is short, of those of a slow scanner a few are long.
  const isByHand = strokes.length > 1 && strokes.every(({ isTyped }) => isTyped) && paceOf(strokes, 0.25) > SCANNER_MS;
  if (SHORT_PIN.test(text) || (isByHand && PIN.test(text))) return undefined;
  const scan = readScan(text);
  if (scan && (scan.kind !== 'unreadable' || isTrack(text))) return scan;
  const isTooFast = text.length >= MIN_TEXT_LENGTH && paceOf(strokes) <= (PIN.test(text) ? MACHINE_MS : SCANNER_MS);
  return isTooFast || NO_SECRET.test(text) ? { kind: 'unreadable', code: text } : undefined;
}

/**
 * What was read into the field of a secret; null where a person may have typed it as the secret.
 * @param value the text of the field, which may hold more than was typed last
 */
export function recogniseInSecret(strokes: readonly Stroke[], value: string): Recognised | null {
  const parts = beginningsOf(strokes).map((index) => strokes.slice(index));
  if (value !== textOf(strokes)) parts.push([{ text: value, at: 0, isTyped: false }]);
  const [scan] = parts.map(noSecret).filter((found) => found !== undefined);
  // Some people type words as fast as a slow scanner.
  const machineMs = scan?.kind === 'unreadable' ? MACHINE_MS : SCANNER_MS;
  return scan ? { scans: [scan], from: 0, isByMachine: paceOf(strokes) <= machineMs } : null;
}
