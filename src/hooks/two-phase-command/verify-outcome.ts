import { toApiError } from '#src/providers/http/api-error.ts';

/**
 * What became of a command whose answer was lost (rules §2): it was carried out; it was not, as far as the server
 * knows; or nobody says.
 */
export type Outcome<T> =
  { readonly kind: 'done'; readonly result: T } | { readonly kind: 'notDone' } | { readonly kind: 'unknown' };

/** What a question answers: the result, that there is none so far, or that there will be none. */
export type Finding<T> = { readonly result: T } | 'not yet' | 'never';

/**
 * The pauses before the questions, in ms. A request may still be on its way when the first one is answered, so that
 * 'not done' is believed only when it stays so.
 */
const PATIENTLY: readonly number[] = [0, 500, 1500, 4000];
/** For when the assistant asks: the command has had its time. */
const ONCE: readonly number[] = [0];

interface Asking {
  readonly isPatient: boolean;
  /** Ends the asking; the outcome is unknown then. */
  readonly signal: AbortSignal;
}

const UNKNOWN = { kind: 'unknown' } as const;
const NOT_DONE = { kind: 'notDone' } as const;

/** Waits so many ms, or until the signal ends that. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms === 0 || signal.aborted) return;
  await new Promise<void>((resolve) => {
    AbortSignal.timeout(ms).addEventListener('abort', () => resolve(), { once: true });
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Whether the server refuses to say: asking again would change nothing. */
export function isRefused(error: unknown): boolean {
  const { status = 0 } = toApiError(error);
  return status >= 400 && status < 500;
}

/**
 * Finds out what became of a command whose answer was lost, by questions that only read: the command itself is never
 * repeated here. Never rejects.
 * @param ask what the command brought about; throws when nobody answers
 */
export async function verifyOutcome<T>(
  ask: () => Promise<Finding<T>>,
  { isPatient, signal }: Asking,
): Promise<Outcome<T>> {
  let outcome: Outcome<T> = UNKNOWN;
  for (const ms of isPatient ? PATIENTLY : ONCE) {
    await pause(ms, signal);
    if (signal.aborted) return UNKNOWN;
    try {
      const finding = await ask();
      if (finding === 'never') return NOT_DONE;
      if (finding !== 'not yet') return { kind: 'done', result: finding.result };
      outcome = NOT_DONE;
    } catch (error) {
      if (isRefused(error)) return UNKNOWN;
      outcome = UNKNOWN;
    }
  }
  return outcome;
}
