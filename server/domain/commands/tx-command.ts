import type { Selectable } from 'kysely';
import type { TxCommandTable } from '#server/database/schema.ts';

/** A command as it is stored, without its user, business and creation. */
export type StoredCommand = Omit<Selectable<TxCommandTable>, 'user_id' | 'business_id' | 'created_at'>;
export type CommandKind = StoredCommand['kind'];

/** The response to a check (§3): the command to execute, and whether it needs a PIN. */
export interface TxCommand {
  readonly txCommandId: number;
  readonly otpRequired: boolean;
}

/** The parameters of the second phase of a command (§7). */
export interface Execution {
  readonly txCommandId: number;
  readonly otp?: string | null | undefined;
}
