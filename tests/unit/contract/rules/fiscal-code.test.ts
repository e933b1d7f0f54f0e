import { expect, test } from 'vitest';
import { fiscalCodeCheckCharacter, isValidFiscalCode, normalizeFiscalCode } from '#contract/rules/fiscal-code.ts';

test.each(['RSSMRA85T10A562S', 'MRTMTT25D09F205Z'])('§2 a fiscal code with its right check character: %s', (code) => {
  expect(fiscalCodeCheckCharacter(code.slice(0, 15))).toBe(code[15]);
  expect(isValidFiscalCode(code)).toBe(true);
});

test('§2 every other check character is wrong', () => {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const right = letters.filter((letter) => isValidFiscalCode(`RSSMRA85T10A562${letter}`));
  expect(right).toEqual(['S']);
});

test('§2 a homocodic fiscal code, with letters for digits, is valid with its own check character', () => {
  const homocodic = 'RSSMRA85T10A56N';
  const code = homocodic + fiscalCodeCheckCharacter(homocodic);
  expect(isValidFiscalCode(code)).toBe(true);
  expect(code[15]).not.toBe('S');
});

test.each(['', 'RSSMRA85T10A562', 'RSSMRA85T10A562SS', 'RSSMRA85Z10A562S', '12345678901', 'rssmra85t10a562s'])(
  '§2 not a fiscal code: %j',
  (text) => {
    expect(isValidFiscalCode(text)).toBe(false);
  },
);

test('§2 what is typed or scanned is upper-cased and loses its spaces', () => {
  expect(normalizeFiscalCode(' rssmra 85t10 a562s\r\n')).toBe('RSSMRA85T10A562S');
});
