import type { ErrorDescription } from '#contract/errors.ts';

/** What an error may carry besides its description. */
interface ErrorDetails {
  /** The field of an INVALID_REQUEST. */
  readonly field?: string;
  /** When a TRANSACTION_LOCKED ends. */
  readonly lockedUntil?: Date;
  /** After how many seconds the same may be asked again; TOO_MANY_REQUESTS and its like. */
  readonly retryAfterSeconds?: number;
  /** The purchases that are PURCHASE_ALREADY_ORDERED. */
  readonly purchasesIds?: readonly number[];
}

/** A refusal by a rule, named by its row of the error table (decisions §2). */
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
