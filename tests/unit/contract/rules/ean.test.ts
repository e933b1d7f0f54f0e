import { expect, test } from 'vitest';
import { eanCheckDigit, isValidEan } from '#contract/rules/ean.ts';

test.each(['5901234123457', '4006381333931', '0012345678905'])('§2 a valid EAN-13: %s', (ean) => {
  expect(isValidEan(ean)).toBe(true);
});

test.each(['', '400638133393', '40063813339311', '40063813339 1', 'ABCDEFGHIJKLM'])('§2 not an EAN-13: %j', (text) => {
  expect(isValidEan(text)).toBe(false);
});

test('§2 the check digit of a sum that is a multiple of ten is 0', () => {
  expect(eanCheckDigit('000000000000')).toBe('0');
});
