import {
  type Money,
  QUANTITY_MIN,
  exceedsBudget,
  isValidQuantity,
  largestQuantity,
  lineTotal,
} from '#contract/rules/money.ts';
import { type TypedPrice, type WrongPrice, readUnitPrice } from './unit-price.ts';

/** A line that may be added: a whole quantity and a unit price in euro (§5). */
export interface SaleLine {
  readonly quantity: number;
  readonly unitPrice: Money;
}

/** What stands in the two fields, read. */
export interface LineReading {
  readonly quantity: number | null;
  readonly price: TypedPrice;
}

/** Why a line cannot be added; `largest` is the quantity that still fits, 0 when not even one does. */
export type LineProblem =
  { readonly kind: 'quantity' } | WrongPrice | { readonly kind: 'overBudget'; readonly largest: number };

const WHOLE_NUMBER = /^\d{1,15}$/;

/** Reads the two fields; a quantity that §5 does not allow is null. */
export function readLine(quantityText: string, unitPriceText: string, refPrice: Money | undefined): LineReading {
  const quantity = WHOLE_NUMBER.test(quantityText.trim()) ? Number(quantityText) : NaN;
  return {
    quantity: isValidQuantity(quantity) ? quantity : null,
    price: readUnitPrice(unitPriceText, refPrice),
  };
}

/**
 * Why the line cannot be added, or null (§5).
 * @param budget euro: the residual and what the same line holds already
 */
export function lineProblem({ quantity, price }: LineReading, budget: Money): LineProblem | null {
  if (quantity === null) return { kind: 'quantity' };
  if (price.kind !== 'plain') return price;
  const { unitPrice } = price;
  if (!exceedsBudget(lineTotal(quantity, unitPrice), budget)) return null;
  const largest = budget.gt(0) ? largestQuantity(unitPrice, budget) : 0;
  return { kind: 'overBudget', largest: largest < QUANTITY_MIN ? 0 : largest };
}
