import * as z from 'zod/mini';
import { type Call, type CallAnswer, isExtra } from '#contract/call.ts';
import { readError } from '#contract/errors.ts';
import { now } from '#contract/rules/clock.ts';

const GATEWAY_STATUSES = [502, 503, 504];
/** Their meaning is that of the API alone (§8). A firewall's page with one of them says nothing about the call. */
const STATUSES_OF_API = [400, 403, 404, 409];
const NOT_FOUND = 404;

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
const anyObject = z.looseObject({});
const traced = z.object({ trace: z.union([z.string(), z.number()]) });

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

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

/** Null is an empty object: a call may have no data to read. */
function dataOf({ data, pagination }: z.infer<typeof envelope>): unknown {
  const isBeside = !isAbsent(pagination) && typeof data === 'object';
  return isBeside ? { pagination, ...data } : (data ?? {});
}

/** Whether a body is the API's: an object with `error`, itself an object, or with `data`. */
function isOfApi({ data, error }: z.infer<typeof envelope>): boolean {
  return isAbsent(error) ? data !== undefined : z.safeParse(anyObject, error).success;
}

/** Whether the status says something without the API's body. A 404 to an extra means that it is absent (rules §1). */
function isTelling(status: number, call: Call): boolean {
  return (status === NOT_FOUND && isExtra(call)) || !(isSuccess(status) || STATUSES_OF_API.includes(status));
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/**
 * Reads a response by the contract (rules §1). An error in a 200 is a failure, and `pagination` may be beside `data`. An
 * unreadable success is a broken response, and so is a page that is not the API's (rules §2).
 */
export function readAnswer<C extends Call>(call: C, answer: RawAnswer): ReadAnswer<CallAnswer<C>> {
  const { status, body, rows } = answer;
  const opened = z.safeParse(envelope, body).data ?? {};
  if (!isOfApi(opened) && !isTelling(status, call)) return { kind: 'broken' };
  if (!isSuccess(status) || !isAbsent(opened.error)) return { kind: 'failure', failure: readFailure(answer, opened) };
  const read = z.safeParse<C['answer']['read']>(call.answer.read, dataOf(opened));
  if (!read.success) return { kind: 'broken' };
  return { kind: 'success', data: rows ? ({ ...(read.data as object), ...rows } as CallAnswer<C>) : read.data };
}
