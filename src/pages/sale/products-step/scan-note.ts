import type { CartItem } from '#contract/entities/cart.ts';
import type { Product } from '#contract/entities/product.ts';
import type { Money } from '#contract/rules/money.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';
import { type LineFields, type LineProblem, type SaleLine, checkedLine, readLine } from './sale-line.ts';
import { isSuspiciousPrice } from './unit-price.ts';

/** Why what was scanned is not in the cart. */
export type ScanNote =
  | { readonly kind: 'notFound' | 'several' | 'notTaken'; readonly ean: string }
  | { readonly kind: 'unreadable' }
  | { readonly kind: LineProblem['kind'] | 'suspicious' | 'left'; readonly name: string }
  | { readonly kind: 'refused'; readonly name: string; readonly error: ApiError };

/** What becomes of the product at hand when the assistant goes on by scanning another: its line, or a note. */
export type NextLine = { readonly line: SaleLine } | { readonly note: ScanNote };

/** Whether a price may be taken unasked: it is not unusual, or the line in the cart has it already (rules §5). */
export function isConfirmedPrice({ refPrice }: Product, present: CartItem | undefined, unitPrice: Money): boolean {
  return !isSuspiciousPrice(unitPrice, refPrice) || present?.pricePerUnit.eq(unitPrice) === true;
}

/**
 * The line of a product as it stands in its form (§5). A price that needs one more confirmation is not taken unasked,
 * unless the line in the cart has it already (rules §5).
 * @param budget euro: the residual and what the same line holds already
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

/** Whether the line in the cart is this one already. */
export function isSameLine(present: CartItem | undefined, { quantity, unitPrice }: SaleLine): boolean {
  return present?.quantity === quantity && present.pricePerUnit.eq(unitPrice);
}
