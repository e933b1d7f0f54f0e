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

  constructor(limits: DocumentLimits) {
    this.limits = limits;
  }

  /**
   * Takes a place for a document.
   * @returns gives the place back; more than once is once
   * @throws DomainError DOCUMENT_UNDERWAY when the user has all of theirs, DOCUMENTS_BUSY when this process has no more
   */
  take(userId: number): () => void {
    const own = this.byUser.get(userId) ?? 0;
    const details = { retryAfter: RETRY_SECONDS };
    if (own >= this.limits.perUser) throw new DomainError('DOCUMENT_UNDERWAY', details);
    if (this.taken >= this.limits.perProcess) throw new DomainError('DOCUMENTS_BUSY', details);
    this.byUser.set(userId, own + 1);
    this.taken += 1;
    let isTaken = true;
    return () => {
      if (isTaken) this.giveBack(userId);
      isTaken = false;
    };
  }

  private giveBack(userId: number): void {
    this.taken -= 1;
    const rest = (this.byUser.get(userId) ?? 1) - 1;
    if (rest > 0) this.byUser.set(userId, rest);
    else this.byUser.delete(userId);
  }
}
