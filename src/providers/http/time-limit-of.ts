import type { Call } from '#contract/call.ts';
import { file } from '#contract/entities/file.ts';
import type { CallOptions } from './call-options.ts';
import { timeLimits } from './time-limits.ts';

/** How long the answer to a call may take, in ms. */
export function timeLimitOf(call: Call, { longList }: CallOptions): number {
  if (longList) return timeLimits.longList;
  if (call.answer === file) return timeLimits.document;
  if (call.method === 'GET') return timeLimits.read;
  return call.bodyLimit === undefined ? timeLimits.command : timeLimits.bigCommand;
}
