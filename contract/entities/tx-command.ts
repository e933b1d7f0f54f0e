import { type Read, flag, id, optional, record } from '../wire.ts';

/** The response to a check: the command to execute, and whether it needs a PIN or code (§3, §4). */
export const txCommand = record({ txCommandId: id, otpRequired: optional(flag) });
export type TxCommand = Read<typeof txCommand>;
