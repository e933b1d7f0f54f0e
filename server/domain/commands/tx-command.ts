import type { Selectable } from 'kysely';
import type { TxCommandTable } from '#server/database/schema.ts';

/** A checked command as it is stored (design §4). */
export type StoredCommand = Selectable<TxCommandTable>;
export type CommandKind = StoredCommand['kind'];

/** What a check answers (§3): the command to execute, and whether a PIN is needed for it. */
export interface TxCommand {
  readonly txCommandId: number;
  readonly otpRequired: boolean;
}

/** What the second phase of a command gives (§7). */
export interface Execution {
  readonly txCommandId: number;
  readonly otp?: string | null | undefined;
}
