import { writeAudit } from '../audit/write-audit.ts';
import type { BusinessPrincipal, Database, Services } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { type StoredPurchase, lockPurchase } from '../purchases/find-purchase.ts';
import { readPurchaseLines } from '../purchases/read-purchase-lines.ts';
import { MIN_RESIDUAL_EURO, type VerifiedVoucher, verifySpending } from '../vouchers/verify-spending.ts';
import type { Cart, Line, StoredCart } from './cart.ts';
import { showCart } from './show-cart.ts';

/** The unchanged and unbought cart that the same user has already created from this purchase, if any. */
function findUntouched(trx: Database, principal: BusinessPrincipal, purchase: StoredPurchase) {
  return trx
    .selectFrom('cart')
    .selectAll('cart')
    .where('recreated_from', '=', purchase.purchase_id)
    .where('user_id', '=', principal.userId)
    .where('version', '=', 0)
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('purchase').select('purchase_id').whereRef('purchase.cart_id', '=', 'cart.cart_id')),
      ),
    )
    .orderBy('cart_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

async function storeLines(trx: Database, cartId: number, lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return;
  const items = lines.map(({ product, quantity, unitPrice, total }, index) => ({
    cart_id: cartId,
    product_id: product.productId,
    quantity,
    unit_price: unitPrice.toFixed(),
    total: total.toFixed(),
    position: index + 1,
  }));
  await trx.insertInto('cart_item').values(items).execute();
}

async function openCart(
  trx: Database,
  principal: BusinessPrincipal,
  purchase: StoredPurchase,
  verified: VerifiedVoucher,
): Promise<StoredCart> {
  const lines = (await readPurchaseLines(trx, [purchase.purchase_id]))(purchase.purchase_id);
  const covered = lines.filter(({ product }) => product.isOffered && product.categoryType === verified.dossierType);
  const leftOut = lines.filter((line) => !covered.includes(line)).map(({ product }) => product.productId);
  const stored = await trx
    .insertInto('cart')
    .values({
      patient_id: purchase.patient_id,
      dossier_id: verified.dossierId,
      voucher_id: purchase.voucher_id,
      store_id: purchase.store_id,
      business_id: principal.businessId,
      user_id: principal.userId,
      created_at: verified.at,
      recreated_from: purchase.purchase_id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await storeLines(trx, stored.cart_id, covered);
  await writeAudit(trx, {
    at: verified.at,
    action: 'CART_RECREATED',
    by: principal,
    patientId: stored.patient_id,
    voucherId: stored.voucher_id,
    cartId: stored.cart_id,
    purchaseId: purchase.purchase_id,
    details: { storeId: stored.store_id, leftOut },
  });
  return stored;
}

/**
 * Opens a new cart with the lines of a cancelled purchase, for the same voucher and store. Prices and quantities stay
 * the same; lines that the dossier no longer covers or that are no longer sold are left out (§4, rules §6). The lines
 * may cost more than the voucher holds; then the residual is negative. Buying the cart needs a check and an execution
 * like any cart. A repeated call (lost response, double click) returns the same cart, as long as it is unchanged.
 * @param answer creates the response; if it throws, no cart is opened
 * @throws DomainError PURCHASE_NOT_FOUND, PURCHASE_NOT_CANCELABLE (it is not cancelled), and as `verifySpending`
 */
export function recreateCart<Answer>(
  services: Services,
  principal: BusinessPrincipal,
  purchaseId: number,
  answer: (cart: Cart) => Answer,
): Promise<Answer> {
  return services.db.transaction().execute(async (trx) => {
    const purchase = await lockPurchase(trx, principal, purchaseId);
    if (purchase.status !== 'CANCELLED') throw new DomainError('PURCHASE_NOT_CANCELABLE');
    const spending = {
      patientId: purchase.patient_id,
      voucherId: purchase.voucher_id,
      storeId: purchase.store_id,
      needed: MIN_RESIDUAL_EURO,
    };
    const verified = await verifySpending(trx, principal, spending, services.now);
    const untouched = await findUntouched(trx, principal, purchase);
    const stored = untouched ?? (await openCart(trx, principal, purchase, verified));
    return answer(await showCart(trx, principal, stored, verified.at));
  });
}
