import { type Money, lineTotal, money, roundToCents, sum } from '#contract/rules/money.ts';
import type { Random } from '../values/random.ts';
import type { NewRow } from './new-row.ts';

/** A line of a sale; price and total in euro. */
export interface CartLine {
  readonly product: NewRow<'product'>;
  readonly quantity: number;
  readonly unitPrice: Money;
  readonly total: Money;
}

const MAX_LINES = 5;
const OFFER_CHANCE = 0.15;
const OFFER_FACTOR = '0.9';
const ONE_EURO = money(1);

/** The amount of a purchase in euro: the sum of its rounded lines (rules §5). */
export function itemsAmount(lines: readonly CartLine[]): Money {
  return sum(lines.map(({ total }) => total));
}

function lineOf(product: NewRow<'product'>, quantity: number, unitPrice: Money): CartLine {
  return { product, quantity, unitPrice, total: lineTotal(quantity, unitPrice) };
}

function anyLine(products: readonly NewRow<'product'>[], random: Random): CartLine {
  const product = random.pick(products);
  const reference = money(product.ref_price);
  const isOnOffer = reference.gt(ONE_EURO) && random.chance(OFFER_CHANCE);
  const unitPrice = isOnOffer ? roundToCents(reference.times(OFFER_FACTOR)) : reference;
  return lineOf(product, unitPrice.lt(ONE_EURO) ? random.int(2, 12) : random.int(1, 3), unitPrice);
}

/** One to five products whose total stays within the budget in euro; an empty list when no product fits. */
export function fillCart(products: readonly NewRow<'product'>[], budget: Money, random: Random): CartLine[] {
  const lines: CartLine[] = [];
  for (let wanted = random.int(1, MAX_LINES); wanted > 0; wanted -= 1) {
    const line = anyLine(products, random);
    const isNew = lines.every(({ product }) => product !== line.product);
    if (isNew && itemsAmount([...lines, line]).lte(budget)) lines.push(line);
  }
  return lines;
}

/** One piece each of many products, until the rest of the budget in euro is below the cheapest product. */
export function emptyBudget(products: readonly NewRow<'product'>[], budget: Money, random: Random): CartLine[] {
  const lines: CartLine[] = [];
  for (const product of random.shuffle(products)) {
    const line = lineOf(product, 1, money(product.ref_price));
    if (itemsAmount([...lines, line]).lte(budget)) lines.push(line);
  }
  return lines;
}
