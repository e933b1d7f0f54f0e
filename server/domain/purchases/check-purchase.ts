import { writeAudit } from '../audit/write-audit.ts';
import { lockOpenCart } from '../carts/find-cart.ts';
import { createCommand } from '../commands/create-command.ts';
import type { TxCommand } from '../commands/tx-command.ts';
import type { BusinessPrincipal, Services } from '../context.ts';
import { verifyPurchase } from './verify-purchase.ts';

/**
 * First phase of a purchase: checks that the cart may be bought as it is, and whether the patient has a PIN (§4). The
 * command is only valid for the checked lines (rules §6).
 * @throws DomainError CART_NOT_FOUND, TRANSACTION_ALREADY_EXECUTED (bought), and as `verifyPurchase`
 */
export function checkPurchase(services: Services, principal: BusinessPrincipal, cartId: number): Promise<TxCommand> {
  return services.db.transaction().execute(async (trx) => {
    const cart = await lockOpenCart(trx, principal, cartId);
    const { otpMode, itemsAmount, at } = await verifyPurchase(trx, principal, cart, services.now);
    const subject = {
      kind: 'PURCHASE',
      patientId: cart.patient_id,
      voucherId: cart.voucher_id,
      storeId: cart.store_id,
      cart: { cartId: cart.cart_id, version: cart.version },
      otpRequired: otpMode === 'PIN',
    } as const;
    const command = await createCommand(trx, principal, subject, at);
    await writeAudit(trx, {
      at,
      action: 'PURCHASE_CHECKED',
      by: principal,
      patientId: cart.patient_id,
      voucherId: cart.voucher_id,
      cartId: cart.cart_id,
      details: { ...command, itemsAmount: itemsAmount.toFixed() },
    });
    return command;
  });
}
