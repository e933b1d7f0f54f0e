import type { HttpError } from '@refinedev/core';
import { now } from '#contract/rules/clock.ts';
import type { Id } from '#contract/wire.ts';
import type { Failure } from './read-answer.ts';

/** `description` of a failure that the server did not name (§8). */
export const GENERIC = 'GENERIC';
/** `description` of a call that the user has cancelled. */
export const CANCELLED = 'CANCELLED';

/** A failed call (§8, rules §2). */
export class ApiError extends Error implements HttpError {
  /** HTTP status; undefined without a readable response. */
  readonly status: number | undefined;
  /** The status for Refine, which needs a number; 0 without one. */
  readonly statusCode: number;
  /** Key of the text under `error:`; GENERIC for an unexpected failure. */
  readonly description: string;
  /** `error.code` as text, as the server sent it. */
  readonly code: string | undefined;
  /** `status.trace` of the response, for the operator of the server. */
  readonly trace: string | undefined;
  /** The field that an INVALID_REQUEST names. */
  readonly field: string | undefined;
  /** When a TRANSACTION_LOCKED ends, ISO 8601 with offset. */
  readonly lockedUntil: string | undefined;
  /** The remaining attempts after a TRANSACTION_WRONG_OTP; undefined if the server does not send them. */
  readonly attemptsLeft: number | undefined;
  /** Seconds to wait after too many requests. */
  readonly retryAfter: number | undefined;
  /** The purchases of a PURCHASE_ALREADY_ORDERED; empty if the server does not send them. */
  readonly purchasesIds: readonly Id[];
  /** The number of the refused paper voucher. */
  readonly sheet: string | undefined;
  /** The fields that a DATA_MISSING names, each with the row that lacks it. */
  readonly missing: Failure['missing'];
  /** Whether the error policy has shown an alert. */
  readonly shown: boolean;
  /** Whether the response was lost, so that the server may have executed the call. */
  readonly lost: boolean;

  constructor(failure: Partial<Failure> & { readonly shown?: boolean }) {
    super(failure.description ?? GENERIC);
    this.name = 'ApiError';
    this.status = failure.status;
    this.statusCode = failure.status ?? 0;
    this.description = failure.description ?? GENERIC;
    this.code = failure.code;
    this.trace = failure.trace;
    this.field = failure.field;
    this.lockedUntil = failure.lockedUntil;
    this.attemptsLeft = failure.attemptsLeft;
    this.retryAfter = failure.retryAfter;
    this.purchasesIds = failure.purchasesIds ?? [];
    this.sheet = failure.sheet;
    this.missing = failure.missing ?? [];
    this.shown = failure.shown ?? false;
    this.lost = failure.lost ?? false;
  }
}

const SERVER_ERROR = 500;

/** Turns any error into an ApiError; an unknown one is GENERIC (§8). */
export function toApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError({});
}

/** The refusal that a PIN or code gets while it is locked; null if it is not, or not any more. */
export function lockRefusal(lockedUntil: string | undefined): ApiError | null {
  if (lockedUntil === undefined || !(Date.parse(lockedUntil) > now().getTime())) return null;
  return new ApiError({ status: 409, description: 'TRANSACTION_LOCKED', lockedUntil });
}

/** Whether the server may have executed the call: there was no response, or the server failed during it. */
export function isOutcomeUnknown({ lost, status }: Pick<ApiError, 'lost' | 'status'>): boolean {
  return lost || (status ?? 0) >= SERVER_ERROR;
}
