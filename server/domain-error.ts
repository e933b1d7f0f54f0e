import type { ErrorDescription, SentError } from '#contract/errors.ts';

/** The data that an error may carry besides its description (`sentError`). */
type ErrorDetails = Readonly<Omit<SentError, 'code' | 'description' | 'lockedUntil'>> & { readonly lockedUntil?: Date };

/** An error of the error table (rules §2). */
export class DomainError extends Error {
  readonly description: ErrorDescription;
  readonly details: ErrorDetails;
  /** The patient of whom it tells something, which is in the access log. */
  readonly patientId: number | undefined;

  constructor(description: ErrorDescription, details: ErrorDetails = {}, patientId?: number) {
    super(description);
    this.name = 'DomainError';
    this.description = description;
    this.details = details;
    this.patientId = patientId;
  }
}
