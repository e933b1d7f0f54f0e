import type { FastifyInstance } from 'fastify';
import type { ErrorDescription } from '#contract/errors.ts';
import { DomainError } from '#server/domain/domain-error.ts';
import type { Services } from '#server/domain/context.ts';
import type { Settings } from '#server/settings/types.ts';

/** The maximum numbers of calls under way. A client is a user, or the address of a call without one. */
export interface SlotLimits {
  readonly perClient: number;
  readonly perProcess: number;
}

/** The errors for a client, and for a process, that has no free slot. */
interface Refusals {
  readonly perClient: ErrorDescription;
  readonly perProcess: ErrorDescription;
  /** Called for each refused call. */
  readonly onRefusal?: () => void;
}

/** The retry time. It is a guess, because a call may keep its slot for any time. */
const RETRY_SECONDS = 10;

/** Limits the calls of one kind that are under way in this process at the same time. */
class Slots {
  private readonly limits: SlotLimits;
  private readonly refusals: Refusals;
  private readonly byClient = new Map<string, number>();
  private taken = 0;

  constructor(limits: SlotLimits, refusals: Refusals) {
    this.limits = limits;
    this.refusals = refusals;
  }

  /** The number of calls under way. */
  get underway(): number {
    return this.taken;
  }

  /**
   * Takes a slot for a call.
   * @returns a function that releases the slot; a second call does nothing
   * @throws DomainError when the client, or this process, has no free slot
   */
  take(key: string): () => void {
    const own = this.byClient.get(key) ?? 0;
    if (own >= this.limits.perClient) throw this.refusal('perClient');
    if (this.taken >= this.limits.perProcess) throw this.refusal('perProcess');
    this.byClient.set(key, own + 1);
    this.taken += 1;
    let isTaken = true;
    return () => {
      if (isTaken) this.release(key);
      isTaken = false;
    };
  }

  private refusal(reason: keyof SlotLimits): DomainError {
    this.refusals.onRefusal?.();
    return new DomainError(this.refusals[reason], { retryAfter: RETRY_SECONDS });
  }

  private release(key: string): void {
    this.taken -= 1;
    const rest = (this.byClient.get(key) ?? 1) - 1;
    if (rest > 0) this.byClient.set(key, rest);
    else this.byClient.delete(key);
  }
}

/** Releases a slot when the client has disconnected, or has received the whole response. */
export function releaseAtEnd(release: () => void, signal: AbortSignal): void {
  // A signal that has aborted emits no event any more.
  if (signal.aborted) release();
  else signal.addEventListener('abort', release);
}

/** Long lists of users. Each keeps up to 2 MB while its client does not read. A browser opens six connections. */
const LISTS: SlotLimits = { perClient: 8, perProcess: 40 };
/** Long lists without a user. Each keeps 0.5 MB at most. The limit is high, because many people may share an address. */
const PUBLIC_LISTS: SlotLimits = { perClient: 30, perProcess: 100 };
/**
 * Bodies above the usual limit. One of 8 MB takes 30 MB while it is parsed. A user may have two, because a second one
 * may arrive before the connection of the first, which was given up, has closed.
 */
const LARGE_BODIES: SlotLimits = { perClient: 2, perProcess: 4 };
/** Files that are read on a thread of their own, each in 150 MB at most. Two of a user, for the same reason. */
const FILES: SlotLimits = { perClient: 2, perProcess: 4 };
const BUSY: Refusals = { perClient: 'TOO_MANY_REQUESTS', perProcess: 'TOO_MANY_REQUESTS' };

declare module 'fastify' {
  interface FastifyInstance {
    slots: Readonly<Record<'documents' | 'lists' | 'publicLists' | 'largeBodies' | 'files', Slots>>;
  }
}

/** Limits the calls that take long and hold memory meanwhile (docs/decisions/0035-long-answers.md). */
export function limitLongCalls(app: FastifyInstance, { http }: Settings, { metrics }: Services): void {
  app.decorate('slots', {
    documents: new Slots(http.documents, {
      perClient: 'DOCUMENT_UNDERWAY',
      perProcess: 'DOCUMENTS_BUSY',
      onRefusal: () => metrics.documentsRefused.inc(),
    }),
    lists: new Slots(LISTS, BUSY),
    // Calls without a user have slots of their own, so that they take none from the users.
    publicLists: new Slots(PUBLIC_LISTS, BUSY),
    largeBodies: new Slots(LARGE_BODIES, BUSY),
    files: new Slots(FILES, BUSY),
  });
}
