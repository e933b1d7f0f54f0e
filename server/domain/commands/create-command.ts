import { PREPARED } from '#server/database/prepared.ts';
import type { BusinessPrincipal, Database } from '../context.ts';
import type { CommandKind, TxCommand } from './tx-command.ts';

/** The subject of a command, besides its user and business (rules §6). */
interface CommandSubject {
  readonly kind: CommandKind;
  readonly patientId: number;
  readonly voucherId: number;
  readonly storeId: number;
  /** The cart to buy, with its version at the check. */
  readonly cart?: { readonly cartId: number; readonly version: number };
  /** The purchase to cancel. */
  readonly purchaseId?: number;
  readonly otpRequired: boolean;
}

const LIFETIME_MS = 10 * 60 * 1000;

/** Records a checked command. It is valid for ten minutes (rules §6). */
export async function createCommand(
  trx: Database,
  principal: BusinessPrincipal,
  subject: CommandSubject,
  at: Date,
): Promise<TxCommand> {
  const { tx_command_id: id } = await trx
    .insertInto('tx_command')
    .values({
      kind: subject.kind,
      user_id: principal.userId,
      business_id: principal.businessId,
      patient_id: subject.patientId,
      voucher_id: subject.voucherId,
      store_id: subject.storeId,
      cart_id: subject.cart?.cartId ?? null,
      cart_version: subject.cart?.version ?? null,
      purchase_id: subject.purchaseId ?? null,
      otp_required: subject.otpRequired,
      created_at: at,
      expires_at: new Date(at.getTime() + LIFETIME_MS),
    })
    .returning('tx_command_id')
    .modifyEnd(PREPARED)
    .executeTakeFirstOrThrow();
  return { txCommandId: Number(id), otpRequired: subject.otpRequired };
}
