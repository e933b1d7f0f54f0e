import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { cartItem } from '#contract/calls/carts.ts';
import { product } from '#contract/calls/products.ts';
import { money } from '#contract/rules/money.ts';
import { nextLineOf } from '#src/pages/sale/products/sale-line.ts';

const bread = z.parse(product.read, { productId: 51, name: 'Pane', refPrice: 2.5 });
const priceless = z.parse(product.read, { productId: 52, name: 'Pasta' });
const line = z.parse(cartItem.read, {
  quantity: 3,
  pricePerUnit: 2,
  totalPrice: 6,
  product: { productId: 51, name: 'Pane' },
});

const typed = { quantity: '3', unitPrice: '2,50' };

test('§5 a product that is left for the next one scanned is added as it stands', () => {
  expect(nextLineOf(bread, undefined, typed, money('7.5'))).toEqual({ line: { quantity: 3, unitPrice: money('2.5') } });
});

test('§5 an unusual price that the line in the cart has already is not asked about again', () => {
  const dear = { ...line, pricePerUnit: money(6) };
  expect(nextLineOf(bread, dear, { ...typed, unitPrice: '6' }, money('100'))).toHaveProperty('line.quantity', 3);
});

test.each([
  ['beyond the budget', bread, typed, '7.49', 'overBudget'],
  ['without a price', priceless, { ...typed, unitPrice: '' }, '100', 'invalidPrice'],
  ['at an unusual price', bread, { ...typed, unitPrice: '5,01' }, '100', 'suspicious'],
])('§5 a product %s is not added when the next one is scanned, and says why', (_, open, fields, budget, problem) => {
  expect(nextLineOf(open, line, fields, money(budget))).toHaveProperty('problem.kind', problem);
});
