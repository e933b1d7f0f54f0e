import { expect, test } from 'vitest';
import { fiscalCodeCheckCharacter, isValidFiscalCode, normalizeFiscalCode } from '#contract/rules/fiscal-code.ts';

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
