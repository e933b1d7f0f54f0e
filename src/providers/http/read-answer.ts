import * as z from 'zod/mini';
import type { Call, CallAnswer } from '#contract/call.ts';
import { readError } from '#contract/errors.ts';
import type { Id } from '#contract/wire.ts';

export const LOST_BY_A_GATEWAY = [502, 503, 504];

/** An answer as it came, whatever its status. */
export interface RawAnswer {
  readonly status: number;
  readonly body: unknown;
  /** The rows of a long list, by the name of their collection; they are missing from the body then. */
  readonly rows?: Readonly<Record<string, readonly object[]>>;
  /** The header Retry-After. */
  readonly retryAfter?: string | undefined;
}

/** What an answer says. */
export type Reading<T> =
  | { readonly kind: 'success'; readonly data: T }
  | { readonly kind: 'failure'; readonly failure: Failure }
  | { readonly kind: 'broken' };

/** A failure as the server tells it. */
export interface Failure {
  readonly status: number;
  readonly description: string | undefined;
  readonly code: string | undefined;
  readonly trace: string | undefined;
  readonly field: string | undefined;
  readonly lockedUntil: string | undefined;
  readonly attemptsLeft: number | undefined;
  readonly retryAfter: number | undefined;
  readonly purchasesIds: readonly Id[];
  readonly sheet: string | undefined;
  readonly lost: boolean;
}

const envelope = z.object({
  data: z.optional(z.unknown()),
  pagination: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
  status: z.optional(z.unknown()),
});
const traced = z.object({ trace: z.union([z.string(), z.number()]) });

function optionalText(value: number | string | null | undefined): string | undefined {
  return value === null || value === undefined || value === '' ? undefined : String(value);
}

/** Seconds to wait, which the header may also give as an instant; none that is over. */
function secondsOf(retryAfter: number | string | null | undefined): number | undefined {
  if (retryAfter === null || retryAfter === undefined || retryAfter === '') return undefined;
  const seconds = Math.ceil(Number(retryAfter));
  const waiting = Number.isNaN(seconds) ? Math.ceil((Date.parse(String(retryAfter)) - Date.now()) / 1000) : seconds;
  return waiting > 0 ? waiting : undefined;
}

function readFailure({ status, retryAfter }: RawAnswer, body: z.infer<typeof envelope>): Failure {
  const error = z.safeParse(readError, body.error).data;
  return {
    status,
    description: optionalText(error?.description),
    code: optionalText(error?.code),
    trace: optionalText(z.safeParse(traced, body.status).data?.trace),
    field: optionalText(error?.field),
    lockedUntil: optionalText(error?.lockedUntil),
    attemptsLeft: error?.attemptsLeft ?? undefined,
    retryAfter: secondsOf(error?.retryAfter ?? retryAfter),
    purchasesIds: error?.purchasesIds ?? [],
    sheet: optionalText(error?.sheet),
    lost: LOST_BY_A_GATEWAY.includes(status),
  };
}

/** No data at all is enough for a call of which nothing need be read. */
function dataOf({ data, pagination }: z.infer<typeof envelope>): unknown {
  const isBeside = pagination !== undefined && pagination !== null && typeof data === 'object';
  return isBeside ? { pagination, ...data } : (data ?? {});
}

/**
 * Reads an answer by the contract (rules §1): an error inside a 200 is a failure too, `pagination` may stand beside
 * `data`, and a success that cannot be read is broken.
 */
export function readAnswer<C extends Call>(call: C, answer: RawAnswer): Reading<CallAnswer<C>> {
  const { status, body, rows } = answer;
  const isSuccess = status >= 200 && status < 300;
  const opened = z.safeParse(envelope, body);
  if (!opened.success) {
    return isSuccess ? { kind: 'broken' } : { kind: 'failure', failure: readFailure(answer, {}) };
  }
  const hasError = opened.data.error !== undefined && opened.data.error !== null;
  if (!isSuccess || hasError) return { kind: 'failure', failure: readFailure(answer, opened.data) };
  const read = z.safeParse<C['answer']['read']>(call.answer.read, dataOf(opened.data));
  if (!read.success) return { kind: 'broken' };
  return { kind: 'success', data: rows ? ({ ...(read.data as object), ...rows } as CallAnswer<C>) : read.data };
}
