import { expect, test } from 'vitest';
import {
  fiscalCodeCheckCharacter,
  fiscalCodeFacts,
  isForeignersCode,
  isProvisionalFiscalCode,
  isValidFiscalCode,
  looksLikeFiscalCode,
  normalizeFiscalCode,
} from '#contract/rules/fiscal-code.ts';

test.each(['RSSMRA85T10A562S', 'MRTMTT25D09F205Z'])('§2 a fiscal code with its right check character: %s', (code) => {
  expect(fiscalCodeCheckCharacter(code.slice(0, 15))).toBe(code[15]);
  expect(isValidFiscalCode(code)).toBe(true);
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

test.each([
  ['12345678903', true],
  ['00743110157', true],
  ['12345678901', false],
  ['1234567890', false],
  ['00000000000', false],
])('rules §4 a provisional fiscal code of 11 digits: %s is right: %s', (code, isRight) => {
  expect(isValidFiscalCode(code)).toBe(isRight);
  expect(isProvisionalFiscalCode(code)).toBe(isRight);
});

test.each([
  ['RSSMRA85T10A562S', '85-12-10', 'M'],
  ['RSSMRA85T50A562W', '85-12-10', 'F'],
  ['RSSMRAURTMLARSNL', '85-12-10', 'M'],
])('rules §11 %s says %s, %s', (code, birthDate, gender) => {
  const valid = code.slice(0, 15) + fiscalCodeCheckCharacter(code.slice(0, 15));
  expect(fiscalCodeFacts(valid)).toEqual({ birthDate, gender });
});

test.each(['12345678903', 'RSSMRA85T10A562X', ''])('rules §11 %j says nothing of a person', (code) => {
  expect(fiscalCodeFacts(code)).toBeUndefined();
});

test.each(['STP2001010000012', 'ENI2001010000012'])(
  'rules §4 %s is a code of foreigners, and no fiscal code',
  (code) => {
    expect(isForeignersCode(code)).toBe(true);
    expect(isValidFiscalCode(code)).toBe(false);
    expect(looksLikeFiscalCode(code)).toBe(true);
  },
);
