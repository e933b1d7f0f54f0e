import { expect, test } from 'vitest';
import { readAmount, readCode, readDay, readMonth, readText, readWholeNumber } from '#contract/rules/typed-text.ts';

test.each([
  ['  Rossi ', 'Rossi'],
  ['De\u00A0\u00A0Luca', 'De Luca'],
  ['Niccolo\u0300', 'Niccolò'],
  ['D’Angelo', "D'Angelo"],
  ['D`Angelo', "D'Angelo"],
  ['D´Angelo', "D'Angelo"],
  ['Rossi–Bianchi', 'Rossi-Bianchi'],
  ['Ros\u00ADsi', 'Rossi'],
  ['\uFEFFRossi\u200B\u200E', 'Rossi'],
  ['Via Roma\t12\r\n', 'Via Roma 12'],
  ['“Da Mario”', '"Da Mario"'],
  ['Łukasz Đorđe ı Œuvre', 'Łukasz Đorđe ı Œuvre'],
])('rules §11 a text: %j is %j', (typed, read) => {
  expect(readText(typed)).toBe(read);
});

test.each([
  ['rssmra 80a01 h501u', 'RSSMRA80A01H501U'],
  ['RSSMRA-80A01-H501U', 'RSSMRA80A01H501U'],
  ['\u202Arssmra80a01h501u\u202C', 'RSSMRA80A01H501U'],
  ['8 012345 678907', '8012345678907'],
  ['8‑012345‑678907', '8012345678907'],
  ['012.345.678.97', '01234567897'],
  ['8.012345.678907', '8012345678907'],
  ['RSS.MRA.80A01.H501.U', 'RSSMRA80A01H501U'],
  ['8001234567897.0', '8001234567897'],
  ['1234560084.00', '1234560084'],
  [' 01234567897,000000 ', '01234567897'],
  ['\uFF10\uFF11', '01'],
  ['“8012345678907”', '8012345678907'],
  ['‘8012345678907', '8012345678907'],
  ['8012345678907; ', '8012345678907'],
  ['RSSMRA80A01H501U.', 'RSSMRA80A01H501U'],
])('rules §11 a code: %j is %s', (typed, read) => {
  expect(readCode(typed)).toBe(read);
});

test.each([
  ['2,76', '2.76'],
  ['2.76', '2.76'],
  ['€ 2,76', '2.76'],
  ['2,76€', '2.76'],
  ['2,76 EUR', '2.76'],
  ['Euro 2,76', '2.76'],
  ['¤ 2,76', '2.76'],
  [',5', '0.5'],
  ['.5', '0.5'],
  ['12', '12'],
  ['1.234,50', '1234.50'],
  ['1,234.50', '1234.50'],
  ['1 234,50', '1234.50'],
  ['1\u202F234', '1234'],
  ['1’234.50', '1234.50'],
  ['1.234.567', '1234567'],
  ['1.234,567', '1234.567'],
  ['1234.567', '1234.567'],
  ['0,125', '0.125'],
  ['1,2345', '1.2345'],
  ['−2,50', '-2.50'],
  ['+2,50', '2.50'],
  ['\u00A012,00\u00A0', '12.00'],
])('rules §11 an amount: %j is %s', (typed, value) => {
  expect(readAmount(typed)).toEqual({ kind: 'amount', value });
});

test.each([
  ['1.250', '1.250', '1250'],
  ['1,250', '1.250', '1250'],
  ['12.500 €', '12.500', '12500'],
  ['-1.250', '-1.250', '-1250'],
])('rules §11 an amount: %j is ambiguous: %s or %s', (typed, decimals, thousands) => {
  expect(readAmount(typed)).toEqual({ kind: 'ambiguous', readings: [decimals, thousands] });
});

test.each(['1.2,3.4', '1,23,45', '12.34.56', '1.234.5'])(
  'rules §11 an amount: the separators of %j are unclear',
  (typed) => {
    expect(readAmount(typed)).toEqual({ kind: 'unclear' });
  },
);

test.each(['', '€', '.', ',', '-', '2,', '2.', 'due', '1e3', '8,03E+12', '2,5 kg', '1 2', '--2', '2-'])(
  'rules §11 no amount: %j',
  (typed) => {
    expect(readAmount(typed)).toEqual({ kind: 'none' });
  },
);

test.each([
  ['2', 2],
  [' 2\u00A0', 2],
  ['+2', 2],
  ['002', 2],
  ['\uFF12', 2],
  ['2,5', undefined],
  ['2.0', undefined],
  ['1.000', undefined],
  ['-2', undefined],
  ['', undefined],
  ['2 3', undefined],
])('§5 a whole number: %j is %s', (typed, read) => {
  expect(readWholeNumber(typed)).toBe(read);
});

const today = '2026-11-26';

test.each([
  ['31/12/1980', '1980-12-31'],
  ['1/2/1980', '1980-02-01'],
  ['1.2.1980', '1980-02-01'],
  ['1-2-1980', '1980-02-01'],
  ['1,2,1980', '1980-02-01'],
  ['1 2 1980', '1980-02-01'],
  ['1 / 2 / 1980', '1980-02-01'],
  ['1–2–1980', '1980-02-01'],
  ['01021980', '1980-02-01'],
  ['1980-02-01', '1980-02-01'],
  ['1980/2/1', '1980-02-01'],
  ['19800201', '1980-02-01'],
  ['01/02/1980 00:00:00', '1980-02-01'],
  ['01/02/1980 0:00', '1980-02-01'],
  ['01/02/1980 00.00.00', '1980-02-01'],
  ['1980-02-01T00:00:00', '1980-02-01'],
  ['1980-02-01T00:00:00.000Z', '1980-02-01'],
  ['1980-02-01 00:00:00+01:00', '1980-02-01'],
  ['1-feb-1980', '1980-02-01'],
  ['1 febbraio 1980', '1980-02-01'],
  ['1° Feb. 1980', '1980-02-01'],
  ['1º febbraio 1980', '1980-02-01'],
  ['01-JAN-1980', '1980-01-01'],
  ['29/02/2024', '2024-02-29'],
])('rules §11 a day: %j is %s', (typed, day) => {
  expect(readDay(typed, { today, isBirth: true })).toBe(day);
  expect(readDay(typed, { today, isBirth: false })).toBe(day);
});

test.each([
  ['1/2/80', '1980-02-01', '2080-02-01'],
  ['010280', '1980-02-01', '2080-02-01'],
  ['1-feb-80', '1980-02-01', '2080-02-01'],
  ['26/11/26', '2026-11-26', '2026-11-26'],
  ['27/11/26', '1926-11-27', '2026-11-27'],
  ['29/02/24', '2024-02-29', '2024-02-29'],
])('rules §11 a year of two digits: %j is %s for a birth, else %s', (typed, birth, other) => {
  expect(readDay(typed, { today, isBirth: true })).toBe(birth);
  expect(readDay(typed, { today, isBirth: false })).toBe(other);
});

test.each([
  '',
  '31/02/1980',
  '32/01/1980',
  '1/13/1980',
  '12/31/1980',
  '1/2/180',
  '1/2',
  '01/02/1980 10:30',
  '1979-12-31T23:00:00Z',
  '1/2/1899',
  '29221',
  '1-foo-1980',
  '1O/02/1980',
  '2o.3.80',
  '1980-02-30',
  'ieri',
])('rules §11 no day: %j', (typed) => {
  expect(readDay(typed, { today, isBirth: true })).toBeUndefined();
});

test.each([
  ['10/2026', '2026-10-01'],
  ['1.26', '2026-01-01'],
  ['102026', '2026-10-01'],
  ['ottobre 2026', '2026-10-01'],
  ['ott-26', '2026-10-01'],
  ['2026-10', '2026-10-01'],
  ['13/2026', undefined],
  ['2026', undefined],
  ['1026', undefined],
  ['', undefined],
])('rules §11 a month: %j is %s', (typed, month) => {
  expect(readMonth(typed, { today })).toBe(month);
});
