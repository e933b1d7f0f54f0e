import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gtinCheckDigit, isGtin } from '#contract/rules/product-code.ts';
import { fiscalCodeCheckCharacter, isValidFiscalCode, normalizeFiscalCode } from '#contract/rules/fiscal-code.ts';
import { modelRuns } from '#tests/extent.ts';

const runs = modelRuns(300);
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';
/** The letters that replace the digits 0 to 9 in a homocodic fiscal code. */
const HOMOCODIC = 'LMNPQRSTUV';
const MONTHS = 'ABCDEHLMPRST';

function oneOf(characters: string): fc.Arbitrary<string> {
  return fc.constantFrom(...Array.from(characters));
}

const digit = oneOf(DIGITS);
const letter = oneOf(LETTERS);

function joined(...places: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc.tuple(...places).map((characters) => characters.join(''));
}

function places<T>(count: number, place: T): readonly T[] {
  return Array.from({ length: count }, () => place);
}

/** The allowed characters of the first fifteen places. */
const SHAPE = [
  ...places(6, LETTERS),
  ...places(2, DIGITS + HOMOCODIC),
  MONTHS,
  ...places(2, DIGITS + HOMOCODIC),
  LETTERS,
  ...places(3, DIGITS + HOMOCODIC),
];
const first15 = joined(...SHAPE.map(oneOf));
const fiscalCode = first15.map((first) => first + fiscalCodeCheckCharacter(first));
const plainFirst15 = joined(
  ...places(6, letter),
  ...places(2, digit),
  oneOf(MONTHS),
  ...places(2, digit),
  letter,
  ...places(3, digit),
);

/** The values of characters in odd places in the decree of 23 December 1976: 1, 0, 5, … for A, B, C, … */
const ODD_VALUES = 'BAFHJNPRTVCESULDGIMOQKWZYX';

/** Computes the check character differently from the rule: from letters alone, with the first ten for the digits. */
function modelCheckCharacter(first: string): string {
  const total = Array.from(first).reduce((so, character, index) => {
    const rank = DIGITS.includes(character) ? Number(character) : LETTERS.indexOf(character);
    return so + (index % 2 === 0 ? LETTERS.indexOf(ODD_VALUES.charAt(rank)) : rank);
  }, 0);
  return LETTERS.charAt(total % LETTERS.length);
}

function replaceAt(text: string, index: number, character: string): string {
  return text.slice(0, index) + character + text.slice(index + 1);
}

test('§2 a fiscal code: every right one is accepted, homocodic ones too, however it is typed', () => {
  fc.assert(
    fc.property(first15, fc.boolean(), (first, isSmall) => {
      const code = first + modelCheckCharacter(first);
      expect(isValidFiscalCode(code)).toBe(true);
      const typed = ` ${isSmall ? code.toLowerCase() : code}\n`.replace(/(.{4})/g, '$1 ');
      expect(normalizeFiscalCode(typed)).toBe(code);
    }),
    runs,
  );
});

test('§2 a fiscal code: another check character is refused', () => {
  fc.assert(
    fc.property(fiscalCode, letter, (code, other) => {
      expect(isValidFiscalCode(replaceAt(code, 15, other))).toBe(other === code[15]);
    }),
    runs,
  );
});

test('§2 a fiscal code: any one other character that its place may have is found', () => {
  const changed = fc
    .tuple(fiscalCode, fc.nat({ max: 14 }))
    .chain(([code, index]) =>
      oneOf(SHAPE[index] ?? '').map((other) => ({ code, index, other, isSame: code[index] === other })),
    );
  fc.assert(
    fc.property(changed, ({ code, index, other, isSame }) => {
      expect(isValidFiscalCode(replaceAt(code, index, other))).toBe(isSame);
    }),
    runs,
  );
});

test('§2 a fiscal code: digits replaced by their letters make another right code, not the same', () => {
  fc.assert(
    fc.property(plainFirst15, fc.subarray([6, 7, 9, 10, 12, 13, 14], { minLength: 1 }), (first, replaced) => {
      const homocodic = replaced.reduce(
        (text, index) => replaceAt(text, index, HOMOCODIC.charAt(Number(text[index]))),
        first,
      );
      expect(isValidFiscalCode(homocodic + modelCheckCharacter(homocodic))).toBe(true);
      expect(homocodic).not.toBe(first);
    }),
    runs,
  );
});

test('§2 an EAN-13: every right one is accepted, and one wrong digit is always found', () => {
  fc.assert(
    fc.property(joined(...places(12, digit)), fc.nat({ max: 12 }), digit, (first, index, other) => {
      const ean = first + gtinCheckDigit(first);
      expect(isGtin(ean)).toBe(true);
      expect(isGtin(replaceAt(ean, index, other))).toBe(other === ean[index]);
    }),
    runs,
  );
});

test('§2 an EAN-13: two neighbours in the wrong order are found, unless they differ by five', () => {
  fc.assert(
    fc.property(joined(...places(12, digit)), fc.nat({ max: 11 }), (first, index) => {
      const ean = first + gtinCheckDigit(first);
      const [one = '', other = ''] = [ean[index], ean[index + 1]];
      const swapped = replaceAt(replaceAt(ean, index, other), index + 1, one);
      expect(isGtin(swapped)).toBe(Math.abs(Number(one) - Number(other)) % 5 === 0);
    }),
    runs,
  );
});
