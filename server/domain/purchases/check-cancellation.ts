import { writeAudit } from '../audit/write-audit.ts';
import { createCommand } from '../commands/create-command.ts';
import type { TxCommand } from '../commands/tx-command.ts';
import type { BusinessPrincipal, Database, Services } from '../context.ts';
import { lockPurchase } from './find-purchase.ts';
import { requireCancelable } from './require-cancelable.ts';

async function hasCancelCode(db: Database, businessId: number): Promise<boolean> {
  const { cancel_code_hash: hash } = await db
    .selectFrom('business')
    .select('cancel_code_hash')
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow();
  return hash !== null;
}

/**
 * First phase of a cancellation: checks that the purchase may be cancelled, and whether the business has a confirmation
 * code (§4, rules §6).
 * @throws DomainError PURCHASE_NOT_FOUND, PURCHASE_NOT_CANCELABLE
 */
export function checkCancellation(
  services: Services,
  principal: BusinessPrincipal,
  purchaseId: number,
): Promise<TxCommand> {
  return services.db.transaction().execute(async (trx) => {
    const purchase = await lockPurchase(trx, principal, purchaseId);
    const at = services.now();
    await requireCancelable(trx, purchase, at, services.rules.cancellationDays);
    const subject = {
      kind: 'CANCEL',
      patientId: purchase.patient_id,
      voucherId: purchase.voucher_id,
      storeId: purchase.store_id,
      purchaseId: purchase.purchase_id,
      otpRequired: await hasCancelCode(trx, principal.businessId),
    } as const;
    const command = await createCommand(trx, principal, subject, at);
    await writeAudit(trx, {
      at,
      action: 'CANCELLATION_CHECKED',
      by: principal,
      patientId: purchase.patient_id,
      voucherId: purchase.voucher_id,
      purchaseId: purchase.purchase_id,
      details: { ...command },
    });
    return command;
  });
}
