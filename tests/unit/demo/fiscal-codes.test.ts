import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isValidFiscalCode } from '#contract/rules/fiscal-code.ts';
import { fiscalCodeOf, homocodicForm, uniqueFiscalCode } from '#demo/patients.ts';

const person = {
  firstName: 'Mario',
  lastName: 'Rossi',
  gender: 'M',
  birthDate: '1980-01-01',
  cadastralCode: 'H501',
} as const;

test('design §2 demonstration data: fiscal code: the example that the tax office itself gives', () => {
  expect(fiscalCodeOf(person)).toBe('RSSMRA80A01H501U');
});

test('design §2 demonstration data: fiscal code: women are born 40 days later, and of four consonants the second is left out', () => {
  expect(fiscalCodeOf({ ...person, firstName: 'Alessandra', gender: 'F' }).slice(0, 11)).toBe('RSSLSN80A41');
  expect(fiscalCodeOf({ ...person, firstName: 'Gianfranco' }).slice(3, 6)).toBe('GFR');
});

test('design §2 demonstration data: fiscal code: short names are filled with their vowels and with X', () => {
  expect(fiscalCodeOf({ ...person, lastName: 'Fo', firstName: 'Io' }).slice(0, 6)).toBe('FOXIOX');
});

test('design §2 demonstration data: fiscal code: every homocodic form has a right check character and is another code', () => {
  const replaced = fc.integer({ min: 1, max: 7 });
  const birthDate = fc.date({ min: new Date('1930-01-01'), max: new Date('2030-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(birthDate, fc.constantFrom('M', 'F'), replaced, (born, gender, count) => {
      const plain = fiscalCodeOf({ ...person, gender, birthDate: born.toISOString().slice(0, 10) });
      const form = homocodicForm(plain, count);
      expect(isValidFiscalCode(form)).toBe(true);
      expect(form).not.toBe(plain);
    }),
  );
});

test('design §2 demonstration data: fiscal code: who shares a code gets the next homocodic form', () => {
  const plain = fiscalCodeOf(person);
  expect(uniqueFiscalCode(person, new Set())).toBe(plain);
  expect(uniqueFiscalCode(person, new Set([plain]))).toBe(homocodicForm(plain, 1));
  expect(uniqueFiscalCode(person, new Set([plain, homocodicForm(plain, 1)]))).toBe(homocodicForm(plain, 2));
});
