import * as z from 'zod/mini';
import type { CartItem } from '#contract/calls/carts.ts';
import type { Product } from '#contract/calls/products.ts';
import {
  exceedsBudget,
  isValidQuantity,
  isValidUnitPrice,
  largestQuantity,
  lineTotal,
  MIN_QUANTITY,
  money,
  type Money,
} from '#contract/rules/money.ts';
import { readAmount, readWholeNumber, writeAmount } from '#contract/rules/typed-text.ts';

/** The result of reading a typed unit price in euro (§5, §9). */
export type TypedPrice = { readonly kind: 'plain'; readonly unitPrice: Money } | WrongPrice;

/** A price that cannot be used, as typed. `unclearPrice`: separators that contradict each other. */
export type WrongPrice = AmbiguousPrice | { readonly kind: 'invalidPrice' | 'unclearPrice'; readonly typed: string };

/** A text whose point or comma may be a decimal or a thousands separator. */
export interface AmbiguousPrice {
  readonly kind: 'ambiguousPrice';
  readonly typed: string;
  readonly asDecimals: Money;
  readonly asThousands: Money;
}

/** A price is usual up to this multiple of the reference price, and down to its inverse (rules §5). */
const USUAL_FACTOR = 2;

/** Whether a unit price needs a confirmation: it is above twice the reference price (rules §5). Both in euro. */
export function isSuspiciousPrice(unitPrice: Money, refPrice: Money | undefined): boolean {
  return refPrice !== undefined && unitPrice.gt(refPrice.times(USUAL_FACTOR));
}

function priceOf(unitPrice: Money, typed: string): TypedPrice {
  return isValidUnitPrice(unitPrice) ? { kind: 'plain', unitPrice } : { kind: 'invalidPrice', typed };
}

/**
 * Reads a typed unit price, with or without the euro sign (rules §11). One point or comma before three digits is
 * ambiguous, unless only one of the readings is usual for the product.
 * @param refPrice euro
 */
export function readUnitPrice(typed: string, refPrice: Money | undefined): TypedPrice {
  const reading = readAmount(typed);
  if (reading.kind === 'amount') return priceOf(money(reading.value), typed);
  if (reading.kind !== 'ambiguous')
    return { kind: reading.kind === 'unclear' ? 'unclearPrice' : 'invalidPrice', typed };
  const [asDecimals, asThousands] = [money(reading.readings[0]), money(reading.readings[1])];
  const isUsual = (price: Money) => !isSuspiciousPrice(price, refPrice) && refPrice?.lte(price.times(USUAL_FACTOR));
  // The readings differ by a factor of 1000, so only one can be usual.
  const usual = [asDecimals, asThousands].find(isUsual);
  return usual ? priceOf(usual, typed) : { kind: 'ambiguousPrice', typed, asDecimals, asThousands };
}

/** A unit price in euro for the field: decimal comma, at least 2 decimals, and never three, which would be ambiguous. */
export function priceText(unitPrice: Money): string {
  return writeAmount(unitPrice.toFixed(Math.max(2, unitPrice.toFixed().split('.')[1]?.length ?? 0)));
}

/** A valid line: a whole quantity and a unit price in euro (§5). */
export interface SaleLine {
  readonly quantity: number;
  readonly unitPrice: Money;
}

/** What the two fields hold. A quantity that §5 does not allow is as typed. */
interface TypedLine {
  readonly quantity: number | string;
  readonly price: TypedPrice;
}

/** Why a line cannot be added. `largest` is the highest quantity that the budget allows, or 0. */
export type LineProblem =
  | { readonly kind: 'quantity'; readonly typed: string }
  | WrongPrice
  | { readonly kind: 'overBudget'; readonly largest: number };

/** Reads the two fields. `refPrice` in euro. */
export function readLine(quantityText: string, unitPriceText: string, refPrice: Money | undefined): TypedLine {
  const quantity = readWholeNumber(quantityText) ?? NaN;
  return {
    quantity: isValidQuantity(quantity) ? quantity : quantityText,
    price: readUnitPrice(unitPriceText, refPrice),
  };
}

/** A valid line, or the reason why it is not valid. */
type CheckedLine<Problem = LineProblem> = { readonly line: SaleLine } | { readonly problem: Problem };

/**
 * Checks the values of the two fields (§5).
 * @param budget euro, here and below: the residual plus the cost of the product's present line
 */
export function checkedLine({ quantity, price }: TypedLine, budget: Money): CheckedLine {
  if (typeof quantity === 'string') return { problem: { kind: 'quantity', typed: quantity } };
  if (price.kind !== 'plain') return { problem: price };
  const { unitPrice } = price;
  if (!exceedsBudget(lineTotal(quantity, unitPrice), budget)) return { line: { quantity, unitPrice } };
  const largest = budget.gt(0) ? largestQuantity(unitPrice, budget) : 0;
  return { problem: { kind: 'overBudget', largest: largest < MIN_QUANTITY ? 0 : largest } };
}

/** Why a line is not valid, or null. */
export function lineProblem(typed: TypedLine, budget: Money): LineProblem | null {
  const checked = checkedLine(typed, budget);
  return 'problem' in checked ? checked.problem : null;
}

/** Whether the cart has the line already. */
export function isSameLine(present: CartItem | undefined, { quantity, unitPrice }: SaleLine): boolean {
  return present?.quantity === quantity && present.pricePerUnit.eq(unitPrice);
}

/** Whether a price, in euro, needs no question: it is usual, or the product's present line has it (rules §5). */
export function isConfirmedPrice({ refPrice }: Product, present: CartItem | undefined, unitPrice: Money): boolean {
  return !isSuspiciousPrice(unitPrice, refPrice) || present?.pricePerUnit.eq(unitPrice) === true;
}

/** Why the open product cannot go into the cart as it stands. `suspicious`: its price needs a question. */
export type NextLineProblem = LineProblem | { readonly kind: 'suspicious' };

/** The line of the open product as it would go into the cart, or why it cannot. */
export type NextLine = CheckedLine<NextLineProblem>;

/** The line of a product from its form (§5). An unusual price needs a confirmation, unless the cart has it (rules §5). */
export function nextLineOf(
  product: Product,
  present: CartItem | undefined,
  { quantity, unitPrice }: LineFields,
  budget: Money,
): NextLine {
  const checked = checkedLine(readLine(quantity, unitPrice, product.refPrice), budget);
  if ('problem' in checked) return checked;
  const { line } = checked;
  return isConfirmedPrice(product, present, line.unitPrice) ? { line } : { problem: { kind: 'suspicious' } };
}

const lineFields = z.object({ quantity: z.string(), unitPrice: z.string() });

/** The fields of the line form, as typed. */
export type LineFields = z.infer<typeof lineFields>;

export function fieldOf({ kind }: LineProblem): keyof LineFields {
  return kind === 'quantity' || kind === 'overBudget' ? 'quantity' : 'unitPrice';
}

/** The schema of the line form: a valid line, or the kind of the problem as the error of its field. */
export function lineForm(refPrice: Money | undefined, budget: Money) {
  return z.pipe(
    lineFields,
    z.transform((typed, { issues }): SaleLine => {
      const checked = checkedLine(readLine(typed.quantity, typed.unitPrice, refPrice), budget);
      if ('line' in checked) return checked.line;
      const { problem } = checked;
      issues.push({ code: 'custom', message: problem.kind, path: [fieldOf(problem)], input: typed });
      return z.NEVER;
    }),
  );
}
