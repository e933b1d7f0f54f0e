import type { Call } from '#contract/call.ts';
import { file } from '#contract/entities/shared.ts';

/**
 * Time limits for responses, by the kind of call, in ms. The user can stop waiting for an execute and then verifies it
 * (rules §2), so a limit only spares the user's patience.
 */
export const timeLimits = {
  /** The user wants to leave, not to wait. */
  signOut: 3000,
  /** Every call of every tab waits for it. */
  refresh: 15_000,
  /** A verification is repeated several times, so each attempt is short. */
  question: 8000,
  read: 30_000,
  command: 30_000,
  /** The server needs time for much data. */
  bigCommand: 120_000,
  /** As long as the server waits for the file (420 s), and the time of a big command. */
  upload: 540_000,
  document: 180_000,
  longList: 180_000,
} as const;

/** Time limit for the response to a call, in ms. */
export function timeLimitOf(call: Call, { longList }: { readonly longList?: unknown }): number {
  if (longList) return timeLimits.longList;
  if (call.answer === file) return timeLimits.document;
  if (call.method === 'GET') return timeLimits.read;
  if (call.encoding === 'multipart') return timeLimits.upload;
  return call.bodyLimit === undefined ? timeLimits.command : timeLimits.bigCommand;
}
