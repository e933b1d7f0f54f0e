import { writeAudit } from '../audit/write-audit.ts';
import { writeConsultation } from '../audit/write-consultation.ts';
import { createCommand } from '../commands/create-command.ts';
import type { TxCommand } from '../commands/tx-command.ts';
import type { BusinessPrincipal, Services } from '../context.ts';
import { toRowId } from '../row-id.ts';
import { MIN_RESIDUAL_EURO, verifySpending } from '../vouchers/verify-spending.ts';

/** The patient, voucher and store of a new cart (§7). */
interface CartCheck {
  readonly patientId: number;
  readonly voucherId: number;
  readonly storeId: number;
}

/**
 * First phase of opening a cart: checks that the voucher may be spent in the store, and whether the patient has a PIN
 * (§4).
 * @throws DomainError as `verifySpending`
 */
export async function checkCart(
  services: Services,
  principal: BusinessPrincipal,
  check: CartCheck,
): Promise<TxCommand> {
  const spending = {
    patientId: toRowId(check.patientId),
    voucherId: toRowId(check.voucherId),
    storeId: toRowId(check.storeId),
  };
  return services.db.transaction().execute(async (trx) => {
    const needed = MIN_RESIDUAL_EURO;
    const { otpMode, at } = await verifySpending(trx, principal, { ...spending, needed }, services.now);
    const subject = { kind: 'CREATE_CART', ...spending, otpRequired: otpMode === 'PIN' } as const;
    await writeConsultation(trx, principal, [spending.patientId], { at, storeId: spending.storeId });
    const command = await createCommand(trx, principal, subject, at);
    await writeAudit(trx, {
      at,
      action: 'CART_CHECKED',
      by: principal,
      patientId: spending.patientId,
      voucherId: spending.voucherId,
      details: { storeId: spending.storeId, ...command },
    });
    return command;
  });
}
