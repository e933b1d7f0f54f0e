import { DomainError } from '#server/domain/domain-error.ts';

/** How many documents of any length are made at a time. */
export interface DocumentLimits {
  readonly perUser: number;
  readonly perProcess: number;
}

/** When to ask again, in seconds: nobody knows how long the others take. */
const RETRY_SECONDS = 10;

/** Who is being sent a document by this process. */
export class DocumentSlots {
  private readonly limits: DocumentLimits;
  private readonly byUser = new Map<number, number>();
  private taken = 0;
  private refused = 0;

  constructor(limits: DocumentLimits) {
    this.limits = limits;
  }

  /** Documents under way, and how many were refused since the start. */
  get counts(): { readonly taken: number; readonly refused: number } {
    return { taken: this.taken, refused: this.refused };
  }

  /**
   * Takes a place for a document.
   * @returns gives the place back; more than once is once
   * @throws DomainError DOCUMENT_UNDERWAY when the user has all of theirs, DOCUMENTS_BUSY when this process has no more
   */
  take(userId: number): () => void {
    const own = this.byUser.get(userId) ?? 0;
    if (own >= this.limits.perUser) throw this.refusal('DOCUMENT_UNDERWAY');
    if (this.taken >= this.limits.perProcess) throw this.refusal('DOCUMENTS_BUSY');
    this.byUser.set(userId, own + 1);
    this.taken += 1;
    let isTaken = true;
    return () => {
      if (isTaken) this.refund(userId);
      isTaken = false;
    };
  }

  private refusal(description: 'DOCUMENT_UNDERWAY' | 'DOCUMENTS_BUSY'): DomainError {
    this.refused += 1;
    return new DomainError(description, { retryAfter: RETRY_SECONDS });
  }

  private refund(userId: number): void {
    this.taken -= 1;
    const rest = (this.byUser.get(userId) ?? 1) - 1;
    if (rest > 0) this.byUser.set(userId, rest);
    else this.byUser.delete(userId);
  }
}
