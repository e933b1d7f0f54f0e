import { DomainError } from '#server/domain/domain-error.ts';

/** The maximum numbers of documents under way. */
export interface DocumentLimits {
  readonly perUser: number;
  readonly perProcess: number;
}

/** The retry time in seconds. It is a guess, because a document may take any time. */
const RETRY_SECONDS = 10;

/** Limits the documents that this process creates at the same time. */
export class DocumentSlots {
  private readonly limits: DocumentLimits;
  private readonly byUser = new Map<number, number>();
  private readonly onRefusal: () => void;
  private taken = 0;

  /** @param onRefusal called for each refused document */
  constructor(limits: DocumentLimits, onRefusal: () => void) {
    this.limits = limits;
    this.onRefusal = onRefusal;
  }

  /** The number of documents under way. */
  get underway(): number {
    return this.taken;
  }

  /**
   * Takes a place for a document.
   * @returns a function that releases the place; a second call does nothing
   * @throws DomainError DOCUMENT_UNDERWAY when the user has no free place, DOCUMENTS_BUSY when this process has none
   */
  take(userId: number): () => void {
    const own = this.byUser.get(userId) ?? 0;
    if (own >= this.limits.perUser) throw this.refusal('DOCUMENT_UNDERWAY');
    if (this.taken >= this.limits.perProcess) throw this.refusal('DOCUMENTS_BUSY');
    this.byUser.set(userId, own + 1);
    this.taken += 1;
    let isTaken = true;
    return () => {
      if (isTaken) this.release(userId);
      isTaken = false;
    };
  }

  private refusal(description: 'DOCUMENT_UNDERWAY' | 'DOCUMENTS_BUSY'): DomainError {
    this.onRefusal();
    return new DomainError(description, { retryAfter: RETRY_SECONDS });
  }

  private release(userId: number): void {
    this.taken -= 1;
    const rest = (this.byUser.get(userId) ?? 1) - 1;
    if (rest > 0) this.byUser.set(userId, rest);
    else this.byUser.delete(userId);
  }
}
