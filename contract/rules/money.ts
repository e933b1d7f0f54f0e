import Big from 'big.js';

/** An exact decimal amount in euro (design §3), never a binary float. */
export type Money = Big;

/** Decimal digits of a unit price (§5, §9). */
export const UNIT_PRICE_DECIMALS = 6;
export const MIN_QUANTITY = 1;
export const MAX_QUANTITY = 999;

const CENTS = 2;
const ONE_CENT = new Big('0.01');

/**
 * Reads an amount in euro from its decimal text, or from a number by its shortest decimal form (rules §1).
 * @throws Error when the text is not a decimal number
 */
export function money(value: string | number | Money): Money {
  return new Big(value);
}

export const ZERO: Money = money(0);

/** Rounds an amount in euro half up to cents. */
export function roundToCents(value: Money): Money {
  return value.round(CENTS, Big.roundHalfUp);
}

/** Rounds a unit price in euro half up to its 6 decimals. */
export function roundUnitPrice(value: Money): Money {
  return value.round(UNIT_PRICE_DECIMALS, Big.roundHalfUp);
}

/** The total of a cart line in euro: quantity × unit price, rounded half up to cents, at least one cent (rules §5). */
export function lineTotal(quantity: number, unitPrice: Money): Money {
  const total = roundToCents(unitPrice.times(quantity));
  return total.lt(ONE_CENT) ? ONE_CENT : total;
}

/** The exact sum of amounts in euro; 0 for an empty list. */
export function sum(values: Iterable<Money>): Money {
  let total = ZERO;
  for (const value of values) total = total.plus(value);
  return total;
}

/** Whether a unit price in euro is valid: above 0, at most 6 decimals (§5). */
export function isValidUnitPrice(value: Money): boolean {
  return value.gt(0) && value.eq(value.round(UNIT_PRICE_DECIMALS, Big.roundDown));
}

/** Whether a quantity is valid: a whole number from 1 to 999 (rules §5). */
export function isValidQuantity(value: number): boolean {
  return Number.isInteger(value) && value >= MIN_QUANTITY && value <= MAX_QUANTITY;
}

/**
 * Whether a new line total exceeds the budget: the residual plus the present total of the same line (§5, rules §5).
 * Amounts in euro.
 */
export function exceedsBudget(newTotal: Money, residual: Money, ownTotal: Money = ZERO): boolean {
  return newTotal.gt(residual.plus(ownTotal));
}

/** The largest quantity that the budget can pay at a unit price, both in euro; 0 when it cannot pay one piece. */
export function largestQuantity(unitPrice: Money, budget: Money): number {
  let fits = Math.min(MAX_QUANTITY, Number(budget.plus(ONE_CENT).div(unitPrice).round(0, Big.roundDown).toString()));
  while (fits > 0 && lineTotal(fits, unitPrice).gt(budget)) fits -= 1;
  return Math.max(0, fits);
}

/** The JSON number for an amount in euro (rules §1). */
export function toWire(value: Money): number {
  return Number(value.toString());
}

/**
 * The Italian format of amounts in euro, in every interface language (§9). `useGrouping: 'always'` is needed because by
 * default the Italian format groups thousands only from five digits on.
 */
function euroFormat(maximumFractionDigits: number): Intl.NumberFormat {
  return new Intl.NumberFormat('it-IT', {
    style: 'currency',
    currency: 'EUR',
    useGrouping: 'always',
    minimumFractionDigits: CENTS,
    maximumFractionDigits,
  });
}

// Created at first use: a slow browser needs 10 ms for it.
let totals: Intl.NumberFormat | undefined;
let unitPrices: Intl.NumberFormat | undefined;

/** A total in euro with exactly 2 decimals, as in `1.234,50 €`, for the screen and for documents. */
export function formatTotal(value: Money): string {
  totals ??= euroFormat(CENTS);
  return totals.format(value.toFixed() as Intl.StringNumericLiteral);
}

/** A unit price in euro with 2 to 6 decimals, for the screen and for documents. */
export function formatUnitPrice(value: Money): string {
  unitPrices ??= euroFormat(UNIT_PRICE_DECIMALS);
  return unitPrices.format(value.toFixed() as Intl.StringNumericLiteral);
}
