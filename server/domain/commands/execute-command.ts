import { PREPARED } from '#server/database/prepared.ts';
import type { BusinessPrincipal, Database, Services } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { verifyCancelCode } from '../pin/verify-cancel-code.ts';
import { verifyPatientPin } from '../pin/verify-patient-pin.ts';
import type { CommandKind, Execution, StoredCommand } from './tx-command.ts';

/**
 * The command that a call may execute: its kind, and its cart (for a purchase) or its purchase (for a cancellation).
 */
interface CommandTarget {
  readonly kind: CommandKind;
  readonly cartId?: number;
  readonly purchaseId?: number;
}

function selectOwn(db: Database, principal: BusinessPrincipal, kind: CommandKind, txCommandId: number) {
  return db
    .selectFrom('tx_command')
    .select(['tx_command_id', 'kind', 'patient_id', 'voucher_id', 'store_id', 'cart_id', 'cart_version', 'purchase_id'])
    .select(['otp_required', 'expires_at', 'executed_at'])
    .where('tx_command_id', '=', String(txCommandId))
    .where('kind', '=', kind)
    .where('user_id', '=', principal.userId)
    .where('business_id', '=', principal.businessId)
    .modifyEnd(PREPARED);
}

/** After its success a command has one answer, with whatever cart or purchase it is sent (rules §6). */
function requireOpen(
  command: StoredCommand | undefined,
  { cartId, purchaseId }: CommandTarget,
  at: Date,
): StoredCommand {
  if (!command) throw new DomainError('TRANSACTION_NOT_FOUND');
  if (command.executed_at) throw new DomainError('TRANSACTION_ALREADY_EXECUTED');
  if (command.cart_id !== (cartId ?? null) || command.purchase_id !== (purchaseId ?? null))
    throw new DomainError('TRANSACTION_NOT_FOUND');
  if (command.expires_at <= at) throw new DomainError('TRANSACTION_EXPIRED');
  return command;
}

/** Verifies the business's cancellation code, or the patient's PIN of any other command (§6). */
async function verifyOtp(
  services: Services,
  principal: BusinessPrincipal,
  command: StoredCommand,
  otp: Execution['otp'],
): Promise<void> {
  if (!command.otp_required) return;
  if (command.kind === 'CANCEL') await verifyCancelCode(services, principal, command.patient_id, otp);
  else await verifyPatientPin(services, principal, command.patient_id, otp);
}

/**
 * Executes a checked command at most once. It verifies the PIN or code if one is needed, then does the work in one
 * transaction. The transaction locks the command's row first, then cart or purchase, then voucher. A refused command
 * can be tried again (rules §6).
 * @param work takes the other locks, and decides after the last one when the command counts
 * @throws DomainError TRANSACTION_NOT_FOUND for an unknown command, one of another user or of another cart or purchase,
 * TRANSACTION_ALREADY_EXECUTED, TRANSACTION_EXPIRED, TRANSACTION_WRONG_OTP, TRANSACTION_LOCKED, and the errors of the
 * work
 */
export async function executeCommand<Result>(
  services: Services,
  principal: BusinessPrincipal,
  target: CommandTarget,
  { txCommandId, otp }: Execution,
  work: (trx: Database, command: StoredCommand) => Promise<Result>,
): Promise<Result> {
  const checked = await selectOwn(services.db, principal, target.kind, txCommandId).executeTakeFirst();
  await verifyOtp(services, principal, requireOpen(checked, target, services.now()), otp);
  return services.db.transaction().execute(async (trx) => {
    const locked = await selectOwn(trx, principal, target.kind, txCommandId).forNoKeyUpdate().executeTakeFirst();
    const command = requireOpen(locked, target, services.now());
    const result = await work(trx, command);
    await trx
      .updateTable('tx_command')
      .set({ executed_at: services.now() })
      .where('tx_command_id', '=', command.tx_command_id)
      .modifyEnd(PREPARED)
      .execute();
    return result;
  });
}
