import { money } from '#contract/rules/money.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { executeCommand } from '../commands/execute-command.ts';
import type { Execution } from '../commands/tx-command.ts';
import type { BusinessPrincipal, Services } from '../context.ts';
import { refund } from '../vouchers/refund.ts';
import { findPurchase } from './find-purchase.ts';
import { lockCancelablePurchase } from './lock-cancelable-purchase.ts';

/** The response to a cancellation (§7). */
interface CancelledPurchase {
  readonly purchaseId: number;
  readonly status: 'CANCELLED';
}

/**
 * Second phase of a cancellation: refunds the amount to the voucher, at most once. The cancellation is a correcting
 * entry with its own time; the purchase keeps its date and amount (rules §6). The rows are locked in the order command,
 * purchase, voucher.
 * @throws DomainError as `lockCancelablePurchase` and `executeCommand`
 */
export async function executeCancellation(
  services: Services,
  principal: BusinessPrincipal,
  purchaseId: number,
  execution: Execution,
): Promise<CancelledPurchase> {
  const { purchase_id: ownId } = await findPurchase(services.db, principal, purchaseId);
  const target = { kind: 'CANCEL', purchaseId: ownId } as const;
  return executeCommand(services, principal, target, execution, async (trx, command, at) => {
    const purchase = await lockCancelablePurchase(trx, principal, ownId, at, services.rules.cancellationDays);
    const status = 'CANCELLED';
    await trx.updateTable('purchase').set({ status, cancelled_at: at }).where('purchase_id', '=', ownId).execute();
    const residual = await refund(trx, purchase.voucher_id, money(purchase.items_amount));
    await writeAudit(trx, {
      at,
      action: 'PURCHASE_CANCELLED',
      by: principal,
      patientId: purchase.patient_id,
      voucherId: purchase.voucher_id,
      purchaseId: ownId,
      details: {
        txCommandId: Number(command.tx_command_id),
        itemsAmount: purchase.items_amount,
        residualAfter: residual.toFixed(),
      },
    });
    return { purchaseId: ownId, status };
  });
}
