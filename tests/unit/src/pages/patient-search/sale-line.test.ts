import { expect, test } from 'vitest';
import { money } from '#contract/rules/money.ts';
import {
  isSuspiciousPrice,
  lineProblem,
  parseDecimal,
  priceText,
  readLine,
} from '#src/pages/patient-search/stepper/products-step/sale-line.ts';
import { scannedEan } from '#src/pages/patient-search/stepper/products-step/scanned-ean.ts';

test.each([
  ['2,5', '2.5'],
  ['2.5', '2.5'],
  ['1.234,50', '1234.5'],
  [' 3,20 € ', '3.2'],
  ['0,000001', '0.000001'],
])('§9 a price typed as %j is %s euro', (typed, euro) => expect(parseDecimal(typed)?.toFixed()).toBe(euro));

test.each(['', ',', '1,2,3', '-1', '1e3', 'abc', '.5'])('§5 %j is no price', (typed) =>
  expect(parseDecimal(typed)).toBeNull(),
);

test.each([
  ['3.2', '3,20'],
  ['3', '3,00'],
  ['0.123456', '0,123456'],
])('§9 a reference price of %s stands in the field as %s', (euro, text) => expect(priceText(money(euro))).toBe(text));

test.each(['0', '', '1.5', '1,5', '-1', '1000', '1000000'])('§5 a quantity of %j cannot be added', (quantity) => {
  expect(lineProblem(readLine(quantity, '2,50'), money(50))).toEqual({ kind: 'quantity' });
});

test.each(['0', '0,00', '1,1234567', '', 'x'])('§5 a unit price of %j cannot be added', (price) => {
  expect(lineProblem(readLine('1', price), money(50))).toEqual({ kind: 'price' });
});

test('§5 budget check: what just fits may be added', () => {
  expect(lineProblem(readLine('20', '2,50'), money(50))).toBeNull();
});

test.each([
  ['50', 20],
  ['2.49', 0],
  ['-3', 0],
])('§5 budget check: over a budget of %s euro the largest quantity is %i', (budget, largest) => {
  expect(lineProblem(readLine('21', '2,50'), money(budget))).toEqual({ kind: 'overBudget', largest });
});

test('decisions §5 a price above twice the reference price is suspicious, twice itself is not', () => {
  expect(isSuspiciousPrice(money('5.000001'), money('2.5'))).toBe(true);
  expect(isSuspiciousPrice(money('5'), money('2.5'))).toBe(false);
  expect(isSuspiciousPrice(money('500'), undefined)).toBe(false);
});

test.each([
  ['8001234567890', null],
  ['8001234567897', '8001234567897'],
  ['036000291452', '036000291452'],
  ['12', null],
  ['1000000', null],
])('§2 %s in the quantity field is read as a scanned product: %s', (text, ean) => {
  expect(scannedEan(text)).toBe(ean);
});
