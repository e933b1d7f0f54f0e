import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { money } from '#contract/rules/money.ts';
import { lineForm, lineProblem, readLine } from '#src/pages/sale/products/sale-line.ts';

test.each(['0', '', '1.5', '1,5', '-1', '1000', '1000000'])('§5 a quantity of %j cannot be added', (quantity) => {
  expect(lineProblem(readLine(quantity, '2,50', undefined), money(50))).toEqual({ kind: 'quantity', typed: quantity });
});

test.each([
  ['0', '', 'invalidPrice'],
  ['1,2.3', '', 'unclearPrice'],
  ['1.234', '', 'ambiguousPrice'],
  ['1.234', '5.9', 'ambiguousPrice'],
])('§5 a unit price of %j cannot be added, the reference price being %j: %s', (price, refPrice, kind) => {
  const reading = readLine('1', price, refPrice === '' ? undefined : money(refPrice));
  expect(lineProblem(reading, money(5000))).toMatchObject({ kind, typed: price });
});

test('§5 a unit price that the reference price makes plain can be added', () => {
  expect(lineProblem(readLine('1', '1.234', money('1.5')), money(50))).toBeNull();
});

test('§5 budget check: what just fits may be added', () => {
  expect(lineProblem(readLine('20', '2,50', undefined), money(50))).toBeNull();
});

test.each([
  ['50', 20],
  ['2.49', 0],
  ['-3', 0],
])('§5 budget check: over a budget of %s euro the largest quantity is %i', (budget, largest) => {
  expect(lineProblem(readLine('21', '2,50', undefined), money(budget))).toEqual({ kind: 'overBudget', largest });
});

test.each([
  ['0', '2,50', 'quantity', 'quantity'],
  ['1', 'x', 'unitPrice', 'invalidPrice'],
  ['1', '1.234', 'unitPrice', 'ambiguousPrice'],
  ['3', '2,50', 'quantity', 'overBudget'],
])('§5 the line form: quantity %j at %j is wrong in %s, for %s', (quantity, unitPrice, field, problem) => {
  const form = lineForm(undefined, money(5));
  const { error } = z.safeParse(form, { quantity, unitPrice });
  expect(error?.issues).toMatchObject([{ path: [field], message: problem }]);
});
