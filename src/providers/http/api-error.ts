import type { HttpError } from '@refinedev/core';
import type { Id } from '#contract/wire.ts';

/** `description` of a failure that the server did not name (§8). */
export const GENERIC = 'GENERIC';
/** `description` of a call that the user has given up waiting for. */
export const CANCELLED = 'CANCELLED';

interface Facts {
  readonly status?: number | undefined;
  readonly description?: string | undefined;
  readonly code?: string | undefined;
  readonly trace?: string | undefined;
  readonly field?: string | undefined;
  readonly lockedUntil?: string | undefined;
  readonly attemptsLeft?: number | undefined;
  readonly retryAfter?: number | undefined;
  readonly purchasesIds?: readonly Id[];
  readonly sheet?: string | undefined;
  readonly shown?: boolean;
  readonly lost?: boolean;
}

/** A call that failed, as every screen sees it (§8, rules §2). */
export class ApiError extends Error implements HttpError {
  /** HTTP status; absent when no answer came, or none that could be read. */
  readonly status: number | undefined;
  /** The same for Refine, which wants a number; 0 when absent. */
  readonly statusCode: number;
  /** Key of the text under `error:`; GENERIC for an unexpected failure. */
  readonly description: string;
  /** `error.code` as text, whatever the server sent. */
  readonly code: string | undefined;
  /** `status.trace` of the answer, to be told to the operator of the server. */
  readonly trace: string | undefined;
  /** The field that an INVALID_REQUEST names. */
  readonly field: string | undefined;
  /** When a TRANSACTION_LOCKED ends, ISO 8601 with offset. */
  readonly lockedUntil: string | undefined;
  /** The tries after a TRANSACTION_WRONG_OTP, before it locks; absent where the server does not say. */
  readonly attemptsLeft: number | undefined;
  /** Seconds after which too many requests may be tried again. */
  readonly retryAfter: number | undefined;
  /** The purchases that are PURCHASE_ALREADY_ORDERED; none where the server does not name them. */
  readonly purchasesIds: readonly Id[];
  /** The number of the paper voucher that is refused. */
  readonly sheet: string | undefined;
  /** Whether the error policy has already put up an alert for it. */
  readonly shown: boolean;
  /** Whether the server may have done the work although its answer was lost on the way. */
  readonly lost: boolean;

  constructor(facts: Facts) {
    super(facts.description ?? GENERIC);
    this.name = 'ApiError';
    this.status = facts.status;
    this.statusCode = facts.status ?? 0;
    this.description = facts.description ?? GENERIC;
    this.code = facts.code;
    this.trace = facts.trace;
    this.field = facts.field;
    this.lockedUntil = facts.lockedUntil;
    this.attemptsLeft = facts.attemptsLeft;
    this.retryAfter = facts.retryAfter;
    this.purchasesIds = facts.purchasesIds ?? [];
    this.sheet = facts.sheet;
    this.shown = facts.shown ?? false;
    this.lost = facts.lost ?? false;
  }
}

const SERVER_ERROR = 500;

/** What a failed call says; anything that is not a call's failure is GENERIC (§8). */
export function toApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError({});
}

/** Whether the server may have done the work all the same: no answer came, or one that it broke down over. */
export function isOutcomeUnknown({ lost, status }: Pick<ApiError, 'lost' | 'status'>): boolean {
  return lost || (status ?? 0) >= SERVER_ERROR;
}
