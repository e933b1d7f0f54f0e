import { expect, test } from 'vitest';
import { eanCheckDigit, eansToTry, isSameEan, isValidEan } from '#contract/rules/ean.ts';

test.each(['5901234123457', '4006381333931', '0012345678905'])('§2 a valid EAN-13: %s', (ean) => {
  expect(isValidEan(ean)).toBe(true);
});

test.each(['', '400638133393', '40063813339311', '40063813339 1', 'ABCDEFGHIJKLM'])('§2 not an EAN-13: %j', (text) => {
  expect(isValidEan(text)).toBe(false);
});

test('§2 the check digit of a sum that is a multiple of ten is 0', () => {
  expect(eanCheckDigit('000000000000')).toBe('0');
});

test('§5 a code is tried as it is, then with a leading 0', () => {
  expect(eansToTry('123')).toEqual(['123', '0123']);
});

test.each([
  ['0012345678905', true],
  ['012345678905', true],
  ['12345678905', false],
  ['00012345678905', false],
])('§5 %s stands for the EAN 0012345678905: %s', (code, isSame) => {
  expect(isSameEan(code, '0012345678905')).toBe(isSame);
});
