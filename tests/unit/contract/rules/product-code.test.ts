import { expect, test } from 'vitest';
import {
  codesToTry,
  gtinCheckDigit,
  isGtin,
  isSameCode,
  pharmacyCodeOf,
  readProductCode,
  toGtin14,
} from '#contract/rules/product-code.ts';

test.each(['96385074', '012345678905', '5901234123457', '4006381333931', '0012345678905', '18012345678904'])(
  '§2 a valid GTIN: %s',
  (code) => {
    expect(isGtin(code)).toBe(true);
  },
);

test.each([
  '',
  '400638133393',
  '40063813339311',
  '40063813339 1',
  'ABCDEFGHIJKLM',
  '96385075',
  '0000000000000',
  '5901234',
])('§2 not a GTIN: %j', (text) => {
  expect(isGtin(text)).toBe(false);
});

test('§2 the check digit of a sum that is a multiple of ten is 0', () => {
  expect(gtinCheckDigit('000000000000')).toBe('0');
});

test('§5 a code is tried as it is, then with a leading 0', () => {
  expect(codesToTry('123')).toEqual(['123', '0123']);
});

test.each([
  ['0012345678905', '0012345678905', true],
  ['012345678905', '0012345678905', true],
  ['00012345678905', '0012345678905', true],
  ['12345678905', '0012345678905', true],
  ['12345678903', '0012345678905', false],
  ['00000096385074', '96385074', true],
  ['18012345678904', '8012345678907', false],
  ['A012745093', '0D4YD5', true],
  ['A012745093', '0F5LH1', false],
  ['012745093', 'A012745093', true],
  ['product-7', 'PRODUCT 7', true],
])('rules §11 codes are compared as GTIN with zeros to the left: %s and %s: %s', (code, known, isSame) => {
  expect(isSameCode(code, known)).toBe(isSame);
});

const GS = String.fromCharCode(29);

test.each([
  ['8012345678907', '8012345678907'],
  ['8 012345 678907', '8012345678907'],
  ['8-012345-678907', '8012345678907'],
  ['8\u2009012345\u00A0678907\u200B', '8012345678907'],
  ['8–012345—678907', '8012345678907'],
  ['\uFF18012345678907', '8012345678907'],
  [']E08012345678907', '8012345678907'],
  ['+E08012345678907', '8012345678907'],
  ['F8012345678907', '8012345678907'],
  ['A012345678905', '012345678905'],
  ['96385074', '96385074'],
  ['9638 5074', '96385074'],
  [']E496385074', '96385074'],
  ['012345678905', '012345678905'],
  ['08012345678907', '8012345678907'],
  ['00012345678905', '012345678905'],
  ['00000096385074', '96385074'],
  ['18012345678904', '18012345678904'],
  ['0108012345678907172701311012AB', '8012345678907'],
  [`]C1010801234567890717270131${GS}1012AB`, '8012345678907'],
  [`${GS}010801234567890710LOT${GS}2112345`, '8012345678907'],
  [`]d210LOT12${GS}0108012345678907`, '8012345678907'],
  [']d2172701310108012345678907', '8012345678907'],
  ['1727013110LOT0108012345678907', '8012345678907'],
  [`10LOT12<GS>0108012345678907`, '8012345678907'],
  ['(17)270131(01)08012345678907(10)AB', '8012345678907'],
  ['(01) 00000096385074', '96385074'],
  ['[01]08012345678907[10]AB', '8012345678907'],
  [')17=270131)01=08012345678907', '8012345678907'],
  ['01 0801 2345 6789 07 10 AB', '8012345678907'],
  ['0108012345678907␝10AB', '8012345678907'],
  ['https://id.gs1.org/01/08012345678907/10/AB?17=270131', '8012345678907'],
  ['https://example.org/01/96385074', '96385074'],
  ['https://example.org/gtin/08012345678907', '8012345678907'],
])('§5 a product code: %j is a GTIN, asked for as %s', (text, code) => {
  expect(readProductCode(text)).toEqual({ kind: 'gtin', code });
});

test.each([
  ['A012745093', 'A012745093'],
  ['a 012 745 093', 'A012745093'],
  ['*A012745093*', 'A012745093'],
  ['0F5LH1', 'A013814241'],
  [']A00F5LH1', 'A013814241'],
  ['0f5lh1', 'A013814241'],
  ['012745093', '012745093'],
])('§5 a product code: %j is a pharmacy’s, asked for as %s', (text, code) => {
  expect(readProductCode(text)).toEqual({ kind: 'pharmacy', code });
});

test('rules §11 digits that may be the six of base 32 are asked for as they are', () => {
  expect(pharmacyCodeOf('000014')).toBe('A000000036');
  expect(readProductCode('000014')).toEqual({ kind: 'pharmacy', code: '000014' });
});

test.each([
  ['2123456008760', '2123456000009', '8.76'],
  ['212345600876 0', '2123456000009', '8.76'],
  ['02123456008760', '2123456000009', '8.76'],
])('§5 a product code: %s is weighed, of the item %s, at %s euro', (text, item, price) => {
  const read = readProductCode(text);
  expect(read).toMatchObject({ kind: 'weighed', code: '2123456008760', item });
  expect(read?.kind === 'weighed' && read.price.toString()).toBe(price);
});

test('§5 the item of a weighed product is a product code itself', () => {
  expect(readProductCode('2123456000009')).toEqual({ kind: 'gtin', code: '2123456000009' });
});

test.each([
  '',
  '801234567890',
  '8012345',
  '5678907',
  '12345678907234567890',
  // Behind elements of fixed length, and in an EAN with an addition, 01 begins no element.
  '02080123456789073710',
  '00380123456789012345',
  '801234567890712345',
  '0108012345678900',
  '(01)08012345678900',
  'A012745094',
  'A01274509',
  '0F5LH2',
  'pasta senza glutine 500 g',
  '10 biscotti senza zucchero',
  'RSSMRA85T10A562S',
  'https://example.org/01/8012345678900',
])('§5 no product code by length and check digit: %j', (text) => {
  expect(readProductCode(text)).toBeUndefined();
});

test('rules §11 a GTIN has 14 digits to compare', () => {
  expect(toGtin14('96385074')).toBe('00000096385074');
});
