import type { Selectable } from 'kysely';
import type { TxCommandTable } from '#server/database/schema.ts';

export type StoredCommand = Selectable<TxCommandTable>;
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
