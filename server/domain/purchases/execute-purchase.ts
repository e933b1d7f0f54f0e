import { writeAudit } from '../audit/write-audit.ts';
import type { Line } from '../carts/cart.ts';
import { findCart, lockOpenCart } from '../carts/find-cart.ts';
import { executeCommand } from '../commands/execute-command.ts';
import type { Execution } from '../commands/tx-command.ts';
import type { BusinessPrincipal, Services } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { isUnusualPrice } from '../products/unusual-price.ts';
import { lockVoucher } from '../vouchers/lock-voucher.ts';
import { recordPurchase } from './record-purchase.ts';
import { verifyPurchase } from './verify-purchase.ts';

/** The response to a purchase (§7). */
interface ExecutedPurchase {
  readonly purchaseId: number;
  readonly lines: readonly Line[];
}

function unusualPrices(lines: readonly Line[]) {
  return lines
    .filter((line) => isUnusualPrice(line.unitPrice, line.product))
    .map((line) => ({ productId: line.product.productId, unitPrice: line.unitPrice.toFixed() }));
}

/**
 * Second phase of a purchase: charges the voucher, at most once. The rows are locked in the order command, cart,
 * voucher.
 * @param answer creates the response; if it throws, nothing is bought
 * @throws DomainError CART_NOT_FOUND, CART_CHANGED since the check, and as `executeCommand` and `verifyPurchase`
 */
export async function executePurchase<Answer>(
  services: Services,
  principal: BusinessPrincipal,
  cartId: number,
  execution: Execution,
  answer: (purchase: ExecutedPurchase) => Answer,
): Promise<Answer> {
  const { cart_id: ownCartId } = await findCart(services.db, principal, cartId);
  const target = { kind: 'PURCHASE', cartId: ownCartId } as const;
  return executeCommand(services, principal, target, execution, async (trx, command) => {
    const cart = await lockOpenCart(trx, principal, ownCartId);
    if (cart.version !== command.cart_version) throw new DomainError('CART_CHANGED');
    await lockVoucher(trx, cart.voucher_id);
    const bought = await verifyPurchase(trx, principal, cart, services.now);
    const purchaseId = await recordPurchase(trx, principal, cart, bought);
    await writeAudit(trx, {
      at: bought.at,
      action: 'PURCHASE_MADE',
      by: principal,
      patientId: cart.patient_id,
      voucherId: cart.voucher_id,
      cartId: cart.cart_id,
      purchaseId,
      details: {
        txCommandId: Number(command.tx_command_id),
        itemsAmount: bought.itemsAmount.toFixed(),
        unusualPrices: unusualPrices(bought.lines),
      },
    });
    return answer({ purchaseId, lines: bought.lines });
  });
}
