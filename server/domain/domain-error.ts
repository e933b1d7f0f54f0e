import type { ErrorDescription } from '#contract/errors.ts';

/** The data that an error may carry besides its description. */
interface ErrorDetails {
  /** The field of an INVALID_REQUEST or DUPLICATE. */
  readonly field?: string;
  /** The end of a TRANSACTION_LOCKED. */
  readonly lockedUntil?: Date;
  /** The attempts that remain after a TRANSACTION_WRONG_OTP. */
  readonly attemptsLeft?: number;
  /** The seconds until a new attempt after TOO_MANY_REQUESTS. */
  readonly retryAfter?: number;
  /** The purchases of a PURCHASE_ALREADY_ORDERED or PURCHASE_NOT_FOUND. */
  readonly purchasesIds?: readonly number[];
  /** The number of a refused paper voucher. */
  readonly sheet?: string;
}

/** An error of the error table (rules §2). */
export class DomainError extends Error {
  readonly description: ErrorDescription;
  readonly details: ErrorDetails;

  constructor(description: ErrorDescription, details: ErrorDetails = {}) {
    super(description);
    this.name = 'DomainError';
    this.description = description;
    this.details = details;
  }
}
