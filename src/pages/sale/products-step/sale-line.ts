import * as z from 'zod/mini';
import { isValidEan } from '#contract/rules/ean.ts';
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

const EAN_WITHOUT_ZERO = 12;

/**
 * The EAN that a scanner has put into the quantity field, because the next product was scanned before Enter; undefined
 * for anything else. A scanner may leave out a leading 0.
 */
export function scannedEan(quantityText: string): string | undefined {
  const digits = quantityText.trim();
  const isEan = isValidEan(digits) || (digits.length === EAN_WITHOUT_ZERO && isValidEan(`0${digits}`));
  return isEan ? digits : undefined;
}

/** What a line is checked against. */
export interface LineTerms {
  /** The quantity that counts once the next product was scanned into its field. */
  readonly firstQuantity: string;
  readonly refPrice: Money | undefined;
  /** Euro: the residual and what the same line holds already. */
  readonly budget: Money;
}

const lineFields = z.object({ quantity: z.string(), unitPrice: z.string() });

/** The fields of the line form, as typed. */
export type LineFields = z.infer<typeof lineFields>;

/** Reads the line form. */
export function readFields({ quantity, unitPrice }: LineFields, { firstQuantity, refPrice }: LineTerms): LineReading {
  return readLine(scannedEan(quantity) === undefined ? quantity : firstQuantity, unitPrice, refPrice);
}

function fieldOf({ kind }: LineProblem): keyof LineFields {
  return kind === 'quantity' || kind === 'overBudget' ? 'quantity' : 'unitPrice';
}

/** The line form: a line that may be added, or at the field to be put right the kind of the problem. */
export function lineForm(terms: LineTerms) {
  return z.pipe(
    lineFields,
    z.transform((typed, { issues }): SaleLine => {
      const reading = readFields(typed, terms);
      const problem = lineProblem(reading, terms.budget);
      if (problem) issues.push({ code: 'custom', message: problem.kind, path: [fieldOf(problem)], input: typed });
      const { quantity, price } = reading;
      return quantity === null || price.kind !== 'plain' ? z.NEVER : { quantity, unitPrice: price.unitPrice };
    }),
  );
}
