import type { CartItem } from '#contract/entities/cart.ts';
import type { Product } from '#contract/entities/product.ts';
import type { Money } from '#contract/rules/money.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';
import { QUANTITY_MIN } from '#contract/rules/money.ts';
import { type LineProblem, type SaleLine, lineProblem } from './sale-line.ts';

/** Why a product that was scanned while the assistant went on is not in the cart, or is unchanged there. */
export type ScanNote =
  | { readonly kind: 'notFound' | 'several'; readonly ean: string }
  | { readonly kind: 'inCart'; readonly name: string; readonly quantity: number }
  | { readonly kind: LineProblem['kind']; readonly name: string }
  | { readonly kind: 'refused'; readonly name: string; readonly error: ApiError };

/** What is to be done with a product that was scanned and that the assistant has left for the next: one of it, or a note. */
export type NextLine = { readonly line: SaleLine } | { readonly note: ScanNote };

/**
 * The line of a scanned product that is added without being looked at: one piece at the reference price, within the
 * budget, and never in place of a line that the cart has already (§5).
 * @param budget euro: the residual
 */
export function nextLineOf(product: Product, present: CartItem | undefined, budget: Money): NextLine {
  const { name, refPrice } = product;
  if (present) return { note: { kind: 'inCart', name, quantity: present.quantity } };
  if (!refPrice) return { note: { kind: 'invalidPrice', name } };
  const line = { quantity: QUANTITY_MIN, unitPrice: refPrice };
  const problem = lineProblem({ ...line, price: { kind: 'plain', unitPrice: refPrice } }, budget);
  return problem ? { note: { kind: problem.kind, name } } : { line };
}
