import { type Read, flag, id, optional, record } from '../wire.ts';

/** What a check answers: the command to execute, and whether a PIN or code is needed for it (§3, §4). */
export const txCommand = record({ txCommandId: id, otpRequired: optional(flag) });
export type TxCommand = Read<typeof txCommand>;
