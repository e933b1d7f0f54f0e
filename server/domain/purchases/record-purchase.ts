import { monthOf, romeDay } from '#contract/rules/dates.ts';
import { PREPARED } from '#server/database/prepared.ts';
import type { StoredCart } from '../carts/cart.ts';
import type { BusinessPrincipal, Database } from '../context.ts';
import { isUnusualPrice } from '../products/unusual-price.ts';
import type { BuyableCart } from './verify-purchase.ts';

/**
 * Charges the voucher and records the purchase with its lines. The transaction must hold the row of the voucher. Lines
 * with an unusual price are also recorded as findings for operators (rules §9).
 * @returns the id of the purchase
 */
export async function recordPurchase(
  trx: Database,
  principal: BusinessPrincipal,
  cart: StoredCart,
  bought: BuyableCart,
): Promise<number> {
  const residualAfter = bought.residual.minus(bought.itemsAmount).toFixed();
  await trx
    .updateTable('voucher')
    .set({ residual: residualAfter })
    .where('voucher_id', '=', cart.voucher_id)
    .modifyEnd(PREPARED)
    .execute();
  const { purchase_id: purchaseId, created_at: createdAt } = await trx
    .insertInto('purchase')
    .values({
      cart_id: cart.cart_id,
      patient_id: cart.patient_id,
      dossier_id: cart.dossier_id,
      voucher_id: cart.voucher_id,
      asl_id: bought.aslId,
      store_id: cart.store_id,
      business_id: cart.business_id,
      user_id: principal.userId,
      created_at: bought.at,
      items_amount: bought.itemsAmount.toFixed(),
      residual_after: residualAfter,
      status: 'ACTIVE',
    })
    .returning(['purchase_id', 'created_at'])
    .modifyEnd(PREPARED)
    .executeTakeFirstOrThrow();
  const items = bought.lines.map(({ product, quantity, unitPrice, total }, index) => ({
    purchase_id: purchaseId,
    position: index + 1,
    product_id: product.productId,
    product_name: product.name,
    quantity,
    unit_price: unitPrice.toFixed(),
    total: total.toFixed(),
  }));
  await trx.insertInto('purchase_item').values(items).execute();
  const unusual = bought.lines.flatMap(({ product, unitPrice }, index) => {
    if (!isUnusualPrice(unitPrice, product)) return [];
    return {
      purchase_id: purchaseId,
      position: index + 1,
      month: monthOf(romeDay(createdAt)).first,
      asl_id: bought.aslId,
      business_id: cart.business_id,
      product_id: product.productId,
      unit_price: unitPrice.toFixed(),
      ref_price: product.refPrice.toFixed(),
    };
  });
  if (unusual.length > 0) await trx.insertInto('unusual_price').values(unusual).execute();
  return purchaseId;
}
