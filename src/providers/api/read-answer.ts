import * as z from 'zod/mini';
import type { Call, CallAnswer } from '#contract/call.ts';
import { readError } from '#contract/errors.ts';
import { now } from '#contract/rules/clock.ts';

export const GATEWAY_STATUSES = [502, 503, 504];

/** A response with any status. */
export interface RawAnswer {
  readonly status: number;
  readonly body: unknown;
  /** The rows of a long list by the name of their collection; the body then lacks them. */
  readonly rows?: Readonly<Record<string, readonly object[]>>;
  /** The header Retry-After. */
  readonly retryAfter?: string | undefined;
}

/** The data or the failure of a response. */
export type ReadAnswer<T> =
  | { readonly kind: 'success'; readonly data: T }
  | { readonly kind: 'failure'; readonly failure: Failure }
  | { readonly kind: 'broken' };

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

/** Seconds to wait. The header may also be an instant; one in the past gives undefined. */
function secondsOf(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return undefined;
  const seconds = Number(retryAfter);
  const waiting = Math.ceil(Number.isNaN(seconds) ? (Date.parse(retryAfter) - now().getTime()) / 1000 : seconds);
  return waiting > 0 ? waiting : undefined;
}

function readFailure({ status, retryAfter }: RawAnswer, body: z.infer<typeof envelope>) {
  const error = z.safeParse(readError, body.error).data;
  return {
    status,
    description: optionalText(error?.description),
    code: optionalText(error?.code),
    trace: optionalText(z.safeParse(traced, body.status).data?.trace),
    field: optionalText(error?.field),
    lockedUntil: optionalText(error?.lockedUntil),
    attemptsLeft: error?.attemptsLeft ?? undefined,
    retryAfter: secondsOf(optionalText(error?.retryAfter ?? retryAfter)),
    purchasesIds: error?.purchasesIds ?? [],
    sheet: optionalText(error?.sheet),
    missing: error?.missing ?? [],
    lost: GATEWAY_STATUSES.includes(status),
  };
}

/** The server's description of a failure. */
export type Failure = ReturnType<typeof readFailure>;

/** A missing `data` is an empty object: a call may have no data to read. */
function dataOf({ data, pagination }: z.infer<typeof envelope>): unknown {
  const isBeside = pagination !== undefined && pagination !== null && typeof data === 'object';
  return isBeside ? { pagination, ...data } : (data ?? {});
}

/**
 * Reads a response by the contract (rules §1). An error in a 200 is a failure, `pagination` may be beside `data`, and
 * an unreadable success is a broken response.
 */
export function readAnswer<C extends Call>(call: C, answer: RawAnswer): ReadAnswer<CallAnswer<C>> {
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
