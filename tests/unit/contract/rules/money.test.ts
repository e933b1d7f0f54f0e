import { expect, test } from 'vitest';
import {
  exceedsBudget,
  formatTotal,
  formatUnitPrice,
  isValidQuantity,
  isValidUnitPrice,
  largestQuantity,
  lineTotal,
  money,
  roundToCents,
  sum,
  toWire,
} from '#contract/rules/money.ts';

test('§9 a sum that binary floats get wrong is exact', () => {
  expect(sum([money('0.1'), money('0.2')]).toString()).toBe('0.3');
  expect(sum(Array.from({ length: 10_000 }, () => money(0.01))).toString()).toBe('100');
  expect(sum([]).toString()).toBe('0');
});

test.each([
  ['1.005', '1.01'],
  ['1.004999', '1'],
  ['2.675', '2.68'],
  ['-1.005', '-1.01'],
])('rules §5 rounding half up to cents: %s is %s', (amount, rounded) => {
  expect(roundToCents(money(amount)).toString()).toBe(rounded);
});

test.each([
  [3, '1.333333', '4'],
  [1, '0.000001', '0.01'],
  [999, '0.000001', '0.01'],
  [7, '2.345', '16.42'],
])('rules §5 line total: %d × %s is %s', (quantity, price, total) => {
  expect(lineTotal(quantity, money(price)).toString()).toBe(total);
});

test('rules §1 money on the wire is the JSON number with the digits it needs', () => {
  expect(JSON.stringify(toWire(money('1234.50')))).toBe('1234.5');
  expect(JSON.stringify(toWire(money('0.000001').times(3)))).toBe('0.000003');
  expect(money(0.1).toString()).toBe('0.1');
});

test.each([
  ['0', false],
  ['-1', false],
  ['0.000001', true],
  ['0.0000001', false],
  ['12.345678', true],
  ['12.3456789', false],
])('§5 a unit price of %s: %s', (price, isValid) => {
  expect(isValidUnitPrice(money(price))).toBe(isValid);
});

test.each([
  [0, false],
  [1, true],
  [1.5, false],
  [999, true],
  [1000, false],
  [-1, false],
  [NaN, false],
])('§5 a quantity of %d: %s', (quantity, isValid) => {
  expect(isValidQuantity(quantity)).toBe(isValid);
});

test('§5 budget check: exactly the residual fits, a cent more does not', () => {
  expect(exceedsBudget(money(10), money(10))).toBe(false);
  expect(exceedsBudget(money('10.01'), money(10))).toBe(true);
});

test("§5 budget check: the line's own present amount counts as free", () => {
  expect(exceedsBudget(money(15), money(10), money(5))).toBe(false);
  expect(exceedsBudget(money('15.01'), money(10), money(5))).toBe(true);
  expect(exceedsBudget(money(1), money(-5), money(5))).toBe(true);
});

test('§5 nothing fits into a negative budget', () => {
  expect(largestQuantity(money(1), money(-3))).toBe(0);
});

test('§9 totals are shown with 2 decimals, unit prices with 2 to 6, in the Italian format', () => {
  expect(formatTotal(money('1234.5'))).toBe('1.234,50\u00a0€');
  expect(formatTotal(money('12345.678'))).toBe('12.345,68\u00a0€');
  expect(formatUnitPrice(money('1.5'))).toBe('1,50\u00a0€');
  expect(formatUnitPrice(money('1.234567'))).toBe('1,234567\u00a0€');
  expect(formatUnitPrice(money('-1234.567'))).toBe('-1.234,567\u00a0€');
});

test('§9 an amount beyond the digits of a float is shown exactly', () => {
  expect(formatTotal(money('12345678901234567.89'))).toBe('12.345.678.901.234.567,89\u00a0€');
});
