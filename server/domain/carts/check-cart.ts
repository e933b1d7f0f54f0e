import type { ErrorDescription } from '#contract/errors.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { writeConsultation } from '../audit/write-consultation.ts';
import { createCommand } from '../commands/create-command.ts';
import type { TxCommand } from '../commands/tx-command.ts';
import type { BusinessPrincipal, Services } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { toRowId } from '../row-id.ts';
import { MIN_RESIDUAL_EURO, verifySpending } from '../vouchers/verify-spending.ts';

/** The patient, voucher and store of a new cart (§7). */
interface CartCheck {
  readonly patientId: number;
  readonly voucherId: number;
  readonly storeId: number;
}

/** The refusals that tell something of the patient. */
const TELLING: readonly ErrorDescription[] = [
  'DOSSIER_NOT_APPROVED',
  'VOUCHER_NOT_ENABLED',
  'VOUCHER_AMOUNT_NOT_SUFFICIENT',
];

/**
 * First phase of opening a cart: checks that the voucher may be spent in the store, and whether the patient has a PIN
 * (§4). The consultation is written to the access log, also of a refusal that tells something of the patient: nobody need
 * have searched for an id.
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
  const checking = services.db.transaction().execute(async (trx) => {
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
  return checking.catch(async (error: unknown) => {
    if (error instanceof DomainError && TELLING.includes(error.description)) {
      const { patientId, storeId } = spending;
      await writeConsultation(services.db, principal, [patientId], { at: services.now(), storeId });
    }
    throw error;
  });
}
