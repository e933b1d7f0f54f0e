import { writeAudit } from '../audit/write-audit.ts';
import { executeCommand } from '../commands/execute-command.ts';
import type { Execution } from '../commands/tx-command.ts';
import type { BusinessPrincipal, Services } from '../context.ts';
import { MIN_RESIDUAL_EURO, verifySpending } from '../vouchers/verify-spending.ts';
import type { Cart } from './cart.ts';
import { showCart } from './show-cart.ts';

/**
 * Second phase of opening a cart: opens the cart in the checked store (rules §6).
 * @param answer creates the response; if it throws, no cart is opened
 * @throws DomainError as `executeCommand` and `verifySpending`
 */
export function executeCart<Answer>(
  services: Services,
  principal: BusinessPrincipal,
  execution: Execution,
  answer: (cart: Cart) => Answer,
): Promise<Answer> {
  return executeCommand(services, principal, { kind: 'CREATE_CART' }, execution, async (trx, command) => {
    const spending = {
      patientId: command.patient_id,
      voucherId: command.voucher_id,
      storeId: command.store_id,
      needed: MIN_RESIDUAL_EURO,
    };
    const { dossierId, at } = await verifySpending(trx, principal, spending, services.now);
    const stored = await trx
      .insertInto('cart')
      .values({
        patient_id: command.patient_id,
        dossier_id: dossierId,
        voucher_id: command.voucher_id,
        store_id: command.store_id,
        business_id: principal.businessId,
        user_id: principal.userId,
        created_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await writeAudit(trx, {
      at,
      action: 'CART_CREATED',
      by: principal,
      patientId: stored.patient_id,
      voucherId: stored.voucher_id,
      cartId: stored.cart_id,
      details: { storeId: stored.store_id, txCommandId: Number(command.tx_command_id) },
    });
    return answer(await showCart(trx, principal, stored, at));
  });
}
