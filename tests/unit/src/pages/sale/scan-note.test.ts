import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { cartItem } from '#contract/entities/cart.ts';
import { product } from '#contract/entities/product.ts';
import { money } from '#contract/rules/money.ts';
import { nextLineOf } from '#src/pages/sale/products-step/scan-note.ts';

const bread = z.parse(product.read, { productId: 51, name: 'Pane', refPrice: 2.5 });
const priceless = z.parse(product.read, { productId: 52, name: 'Pasta' });
const line = z.parse(cartItem.read, {
  quantity: 3,
  pricePerUnit: 2,
  totalPrice: 6,
  product: { productId: 51, name: 'Pane' },
});

test('§5 a scanned product that is left for the next is added once at its reference price', () => {
  expect(nextLineOf(bread, undefined, money('2.5'))).toEqual({ line: { quantity: 1, unitPrice: bread.refPrice } });
});

test.each([
  ['that is in the cart keeps its line', bread, line, '100', { kind: 'inCart', name: 'Pane', quantity: 3 }],
  ['beyond the budget', bread, undefined, '2.49', { kind: 'overBudget', name: 'Pane' }],
  ['without a reference price', priceless, undefined, '100', { kind: 'invalidPrice', name: 'Pasta' }],
])('§5 a scanned product %s is not added, and says why', (_, scanned, present, budget, note) => {
  expect(nextLineOf(scanned, present, money(budget))).toEqual({ note });
});
