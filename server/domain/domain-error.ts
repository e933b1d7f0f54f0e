import type { ErrorDescription } from '#contract/errors.ts';

/** What an error may carry besides its description. */
interface ErrorDetails {
  /** The field of an INVALID_REQUEST. */
  readonly field?: string;
  /** When a TRANSACTION_LOCKED ends. */
  readonly lockedUntil?: Date;
  /** The tries after a TRANSACTION_WRONG_OTP, before it locks. */
  readonly attemptsLeft?: number;
  /** Seconds after which TOO_MANY_REQUESTS may be tried again. */
  readonly retryAfter?: number;
  /** The purchases that are PURCHASE_ALREADY_ORDERED. */
  readonly purchasesIds?: readonly number[];
  /** The number of the paper voucher that is refused. */
  readonly sheet?: string;
}

/** A refusal by a rule, named by its row of the error table (rules §2). */
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
