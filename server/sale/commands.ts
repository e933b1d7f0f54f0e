import { type Selectable, sql } from 'kysely';
import type { Secret } from '#contract/request.ts';
import { PREPARED } from '#server/database/pool.ts';
import { lockRow, lockRowAfterUser } from '#server/database/row-locks.ts';
import type { Schema } from '#server/database/schema.ts';
import { readCancelCodeLock, readPinLocks, verifyCancelCode, verifyPatientPin } from '#server/pins/verify-pin.ts';
import { DomainError } from '#server/domain-error.ts';
import type { BusinessPrincipal, Database, Services } from '#server/services.ts';

/** A command as it is stored, without its user, business and creation. */
export type StoredCommand = Omit<Selectable<Schema['tx_command']>, 'user_id' | 'business_id' | 'created_at'>;
export type CommandKind = StoredCommand['kind'];

/** The response to a check (§3): the command to execute, and whether it needs a PIN. */
export interface TxCommand {
  readonly txCommandId: number;
  readonly otpRequired: boolean;
  /** The end of the lock, while that PIN or code is locked. */
  readonly lockedUntil?: Date | undefined;
}

/** Whose data a command is about, for the access log. */
export interface OfPatient {
  readonly patientId: number;
}

/** Creates the response to a command in its transaction; if it throws, nothing is done. */
export type Answering<Result, Answer> = (result: Result, trx: Database) => Answer | Promise<Answer>;

/** The parameters of the second phase of a command (§7). */
export interface Execution {
  readonly txCommandId: number;
  readonly otp?: Secret | undefined;
}

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

/** The end of the lock of the PIN or code that the command needs, if it is locked at an instant. */
async function readLock(
  trx: Database,
  principal: BusinessPrincipal,
  { kind, patientId, otpRequired }: CommandSubject,
  at: Date,
): Promise<Date | undefined> {
  if (!otpRequired) return undefined;
  if (kind === 'CANCEL') return readCancelCodeLock(trx, principal, at);
  return (await readPinLocks(trx, principal, [patientId], at)).get(patientId);
}

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
  const lockedUntil = await readLock(trx, principal, subject, at);
  return {
    txCommandId: id,
    otpRequired: subject.otpRequired,
    lockedUntil,
  };
}

/**
 * The command that a call may execute: its kind, and its cart (for a purchase) or its purchase (for a cancellation).
 */
interface CommandTarget {
  readonly kind: CommandKind;
  readonly cartId?: number;
  readonly purchaseId?: number;
}

const COLUMNS = [
  ...(['tx_command_id', 'kind', 'patient_id', 'voucher_id', 'store_id', 'cart_id', 'cart_version'] as const),
  ...(['purchase_id', 'otp_required', 'expires_at', 'executed_at'] as const),
] as const;

function keyOf({ userId, businessId }: BusinessPrincipal, kind: CommandKind, txCommandId: number) {
  return { tx_command_id: txCommandId, kind, user_id: userId, business_id: businessId };
}

/** After its success a command has one answer, with whatever cart or purchase it is sent (rules §6). */
function requireOpen(command: StoredCommand | undefined, { cartId, purchaseId }: CommandTarget): StoredCommand {
  if (!command) throw new DomainError('TRANSACTION_NOT_FOUND');
  if (command.executed_at) throw new DomainError('TRANSACTION_ALREADY_EXECUTED');
  if (command.cart_id !== (cartId ?? null) || command.purchase_id !== (purchaseId ?? null))
    throw new DomainError('TRANSACTION_NOT_FOUND');
  return command;
}

/**
 * The cart of a user's own command that was to buy it.
 * @throws DomainError TRANSACTION_NOT_FOUND for an unknown command, one of another kind, user or business
 */
export async function findCommandCart(
  db: Database,
  principal: BusinessPrincipal,
  txCommandId: number,
): Promise<number> {
  const command = await db
    .selectFrom('tx_command')
    .select('cart_id')
    .where((eb) => eb.and(keyOf(principal, 'PURCHASE', txCommandId)))
    .executeTakeFirst();
  if (!command || command.cart_id === null) throw new DomainError('TRANSACTION_NOT_FOUND');
  return command.cart_id;
}

/**
 * The hash of the PIN or code that a command needs now: null where none is set yet, undefined where none is needed. In a
 * transaction it stays so, since whoever sets another waits.
 */
async function lockHash(
  trx: Database,
  { businessId }: BusinessPrincipal,
  { kind, patient_id }: StoredCommand,
): Promise<string | null | undefined> {
  if (kind === 'CANCEL') {
    // Of whom audit and ledger tell: they lock the row, too.
    await lockRow(trx, 'patient', ['patient_id'], { patient_id }, 'key share');
    const key = { business_id: businessId };
    const business = await lockRow(trx, 'business', ['cancel_code_hash'], key, 'key share');
    return business?.cancel_code_hash ?? undefined;
  }
  const patient = await lockRow(trx, 'patient', ['otp_mode', 'pin_hash'], { patient_id }, 'key share');
  return patient?.otp_mode === 'PIN' ? patient.pin_hash : undefined;
}

/**
 * Verifies the business's cancellation code, or the patient's PIN of any other command (§6). One that is needed only since
 * the check comes after a first refusal.
 * @returns the hash of what was right; null where nothing was asked for
 */
async function verifyOtp(
  services: Services,
  principal: BusinessPrincipal,
  command: StoredCommand,
  otp: Execution['otp'],
): Promise<string | null> {
  const isAsked =
    command.otp_required || (otp?.reveal() && (await lockHash(services.db, principal, command)) !== undefined);
  if (!isAsked) return null;
  const verify = command.kind === 'CANCEL' ? verifyCancelCode : verifyPatientPin;
  return verify(services, principal, command.patient_id, otp);
}

/**
 * Executes a checked command at most once. It verifies the PIN or code if one is needed, then does the work in one
 * transaction. The transaction locks the user, then the command's row, patient or business, cart or purchase, and what they rest on. A refused command
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
  const key = keyOf(principal, target.kind, txCommandId);
  const checked = await services.db
    .selectFrom('tx_command')
    .select([...COLUMNS, sql<boolean>`expires_at <= ${services.clock()}`.as('is_expired')])
    .where((eb) => eb.and(key))
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  const asked = requireOpen(checked, target);
  if (checked?.is_expired === true) throw new DomainError('TRANSACTION_EXPIRED');
  const proved = await verifyOtp(services, principal, asked, otp);
  return services.db.transaction().execute(async (trx) => {
    const locked = await lockRowAfterUser(trx, principal.userId, 'tx_command', COLUMNS, key);
    const command = requireOpen(locked, target);
    // It was compared before the locks, which nobody may hold meanwhile: it may have been replaced.
    const needed = await lockHash(trx, principal, command);
    if (needed !== undefined && (needed === null || needed !== proved)) throw new DomainError('TRANSACTION_WRONG_OTP');
    // Before the work, whose last statement holds the row of a sum that others wait for until the commit.
    const begun = await trx
      .updateTable('tx_command')
      .set({ executed_at: services.clock() })
      .where('tx_command_id', '=', command.tx_command_id)
      .where('expires_at', '>', services.clock())
      .returning('tx_command_id')
      .modifyEnd(PREPARED)
      .executeTakeFirst();
    if (begun === undefined) throw new DomainError('TRANSACTION_EXPIRED');
    return work(trx, command);
  });
}
