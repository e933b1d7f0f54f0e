import {
  type Money,
  QUANTITY_MIN,
  exceedsBudget,
  isValidQuantity,
  isValidUnitPrice,
  largestQuantity,
  lineTotal,
  money,
} from '#contract/rules/money.ts';

/** A line that may be added: a whole quantity and a unit price in euro (§5). */
export interface SaleLine {
  readonly quantity: number;
  readonly unitPrice: Money;
}

/** What stands in the two fields, read. */
export interface LineReading {
  readonly quantity: number | null;
  readonly unitPrice: Money | null;
}

/** Why a line cannot be added; `largest` is the quantity that still fits, 0 when not even one does. */
export type LineProblem =
  | { readonly kind: 'quantity' }
  | { readonly kind: 'price' }
  | { readonly kind: 'overBudget'; readonly largest: number };

const WHOLE_NUMBER = /^\d{1,15}$/;
const DECIMAL = /^\d{1,12}(\.\d{1,15})?$/;

/** A unit price above so many times the reference price asks for one more confirmation (decisions §5). */
const SUSPICIOUS_FACTOR = 2;

/** A decimal as people type it: comma or point, thousands, spaces and the euro sign; null when it is none. */
export function parseDecimal(typed: string): Money | null {
  const bare = typed.replace(/[\s€]/g, '');
  const text = bare.includes(',') ? bare.replaceAll('.', '').replace(',', '.') : bare;
  return DECIMAL.test(text) ? money(text) : null;
}

/** A unit price in euro as it stands in the field: decimal comma, at least 2 decimals. */
export function priceText(unitPrice: Money): string {
  const [whole = '0', decimals = ''] = unitPrice.toFixed().split('.');
  return `${whole},${decimals.padEnd(2, '0')}`;
}

/** Reads the two fields; what §5 does not allow is null. */
export function readLine(quantityText: string, unitPriceText: string): LineReading {
  const quantity = WHOLE_NUMBER.test(quantityText.trim()) ? Number(quantityText) : NaN;
  const unitPrice = parseDecimal(unitPriceText);
  return {
    quantity: isValidQuantity(quantity) ? quantity : null,
    unitPrice: unitPrice && isValidUnitPrice(unitPrice) ? unitPrice : null,
  };
}

/**
 * Why the line cannot be added, or null (§5).
 * @param budget euro: the residual and what the same line holds already
 */
export function lineProblem({ quantity, unitPrice }: LineReading, budget: Money): LineProblem | null {
  if (quantity === null) return { kind: 'quantity' };
  if (unitPrice === null) return { kind: 'price' };
  if (!exceedsBudget(lineTotal(quantity, unitPrice), budget)) return null;
  const largest = budget.gt(0) ? largestQuantity(unitPrice, budget) : 0;
  return { kind: 'overBudget', largest: largest < QUANTITY_MIN ? 0 : largest };
}

/** Whether a unit price needs one more confirmation: above twice the reference price (decisions §5). */
export function isSuspiciousPrice(unitPrice: Money, refPrice: Money | undefined): boolean {
  return refPrice !== undefined && unitPrice.gt(refPrice.times(SUSPICIOUS_FACTOR));
}
