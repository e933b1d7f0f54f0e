import { money } from '#contract/rules/money.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { executeCommand } from '../commands/execute-command.ts';
import type { Execution } from '../commands/tx-command.ts';
import type { BusinessPrincipal, Services } from '../context.ts';
import { requireUser } from '../reference/require-store.ts';
import { lockVoucher } from '../vouchers/lock-voucher.ts';
import { refund } from '../vouchers/refund.ts';
import { findPurchase, lockPurchase } from './find-purchase.ts';
import { requireCancelable } from './require-cancelable.ts';

/** The response to a cancellation (§7). */
interface CancelledPurchase {
  readonly purchaseId: number;
  readonly status: 'CANCELLED';
}

/**
 * Second phase of a cancellation: refunds the amount to the voucher, at most once. The cancellation is a correcting
 * entry with its own time, which is after the last lock; the purchase keeps its date and amount (rules §6). The rows are
 * locked in the order command, purchase, voucher.
 * @throws DomainError PURCHASE_NOT_FOUND, PURCHASE_NOT_CANCELABLE, and as `requireUser` and `executeCommand`
 */
export async function executeCancellation(
  services: Services,
  principal: BusinessPrincipal,
  purchaseId: number,
  execution: Execution,
): Promise<CancelledPurchase> {
  const { purchase_id: ownId } = await findPurchase(services.db, principal, purchaseId);
  const target = { kind: 'CANCEL', purchaseId: ownId } as const;
  return executeCommand(services, principal, target, execution, async (trx, command) => {
    const purchase = await lockPurchase(trx, principal, ownId);
    const voucher = await lockVoucher(trx, purchase.voucher_id);
    await requireUser(trx, principal);
    const at = services.now();
    await requireCancelable(trx, purchase, at, services.rules.cancellationDays);
    const status = 'CANCELLED';
    await trx.updateTable('purchase').set({ status, cancelled_at: at }).where('purchase_id', '=', ownId).execute();
    const residual = await refund(trx, voucher, money(purchase.items_amount));
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
