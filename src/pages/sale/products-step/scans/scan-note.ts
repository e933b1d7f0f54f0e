import type { CartItem } from '#contract/entities/cart.ts';
import type { Product } from '#contract/entities/product.ts';
import type { Money } from '#contract/rules/money.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';
import { type LineFields, type LineProblem, type SaleLine, checkedLine, readLine } from '../line/sale-line.ts';
import { isSuspiciousPrice } from '../line/unit-price.ts';

/** Why a scanned product is not in the cart. */
export type ScanNote =
  | { readonly kind: 'notFound' | 'several' | 'notTaken'; readonly ean: string }
  | { readonly kind: 'unreadable' }
  | { readonly kind: LineProblem['kind'] | 'suspicious' | 'left'; readonly name: string }
  | { readonly kind: 'refused'; readonly name: string; readonly error: ApiError };

/** The result for the open product when the next one is scanned: its line, or a note. */
export type NextLine = { readonly line: SaleLine } | { readonly note: ScanNote };

/** Whether a price needs no question: it is usual, or the product's present line has it already (rules §5). */
export function isConfirmedPrice({ refPrice }: Product, present: CartItem | undefined, unitPrice: Money): boolean {
  return !isSuspiciousPrice(unitPrice, refPrice) || present?.pricePerUnit.eq(unitPrice) === true;
}

/**
 * The line of a product from its form (§5). An unusual price needs a confirmation, unless the product's present line
 * has it already (rules §5).
 * @param budget euro: the residual plus the cost of the product's present line
 */
export function nextLineOf(
  product: Product,
  present: CartItem | undefined,
  { quantity, unitPrice }: LineFields,
  budget: Money,
): NextLine {
  const { name, refPrice } = product;
  const checked = checkedLine(readLine(quantity, unitPrice, refPrice), budget);
  if ('problem' in checked) return { note: { kind: checked.problem.kind, name } };
  const { line } = checked;
  return isConfirmedPrice(product, present, line.unitPrice) ? { line } : { note: { kind: 'suspicious', name } };
}

export function isSameLine(present: CartItem | undefined, { quantity, unitPrice }: SaleLine): boolean {
  return present?.quantity === quantity && present.pricePerUnit.eq(unitPrice);
}
