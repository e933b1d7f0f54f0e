import { type Money, sum } from '#contract/rules/money.ts';
import type { Line, StoredCart } from '../carts/cart.ts';
import { readCartLines } from '../carts/read-cart-lines.ts';
import type { BusinessPrincipal, Database } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { type VerifiedVoucher, verifySpending } from '../vouchers/verify-spending.ts';

/** A cart that may be bought as it is. */
export interface BuyableCart extends VerifiedVoucher {
  readonly lines: readonly Line[];
  /** The sum of its lines in euro. */
  readonly itemsAmount: Money;
}

/**
 * Verifies that a cart may be bought as it is (rules §5). For a purchase the voucher must be locked before.
 * @throws DomainError CART_EMPTY, PRODUCT_NOT_ALLOWED, and as `verifySpending`
 */
export async function verifyPurchase(
  trx: Database,
  principal: BusinessPrincipal,
  cart: StoredCart,
  now: () => Date,
): Promise<BuyableCart> {
  const lines = await readCartLines(trx, cart.cart_id);
  if (lines.length === 0) throw new DomainError('CART_EMPTY');
  const itemsAmount = sum(lines.map((line) => line.total));
  const spending = {
    patientId: cart.patient_id,
    voucherId: cart.voucher_id,
    storeId: cart.store_id,
    needed: itemsAmount,
  };
  const verified = await verifySpending(trx, principal, spending, now);
  if (lines.some((line) => line.product.categoryType !== verified.dossierType)) {
    throw new DomainError('PRODUCT_NOT_ALLOWED');
  }
  return { ...verified, lines, itemsAmount };
}
