import { toApiError } from '#src/providers/http/api-error.ts';

/**
 * The outcome of a command with a lost response (rules §2): executed, not executed as far as the server knows, or
 * unknown.
 */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly result: T }
  | { readonly kind: 'notDone' }
  | { readonly kind: 'unknown' };

/** The response of a verification: the result, no result yet, or no result ever. */
export type Verification<T> = { readonly result: T } | 'pending' | 'never';

/**
 * The pauses before the attempts, in ms. The lost request may still arrive after the first one, so 'not done' must be
 * repeated to be believed.
 */
const REPEATED: readonly number[] = [0, 500, 1500, 4000];
/** For a verification that the user starts: the command has had enough time. */
const ONCE: readonly number[] = [0];

interface VerifyOptions {
  readonly isRepeated: boolean;
  /** Stops the verification; the outcome is then unknown. */
  readonly signal: AbortSignal;
}

const UNKNOWN = { kind: 'unknown' } as const;
const NOT_DONE = { kind: 'notDone' } as const;

/** Waits for some ms, or until the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms === 0 || signal.aborted) return;
  const over = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
  await new Promise<void>((resolve) => {
    over.addEventListener('abort', () => resolve());
  });
}

/** Whether the server refuses the verification, so that a retry is useless. */
export function isRefused(error: unknown): boolean {
  const { status = 0 } = toApiError(error);
  return status >= 400 && status < 500;
}

/**
 * Verifies the outcome of a command with a lost response. It only reads and never repeats the command. Never rejects.
 * @param readOutcome reads the outcome; throws if the server does not answer
 */
export async function verifyOutcome<T>(
  readOutcome: () => Promise<Verification<T>>,
  { isRepeated, signal }: VerifyOptions,
): Promise<Outcome<T>> {
  let outcome: Outcome<T> = UNKNOWN;
  for (const ms of isRepeated ? REPEATED : ONCE) {
    await pause(ms, signal);
    if (signal.aborted) return UNKNOWN;
    try {
      const found = await readOutcome();
      if (found === 'never') return NOT_DONE;
      if (found !== 'pending') return { kind: 'done', result: found.result };
      outcome = NOT_DONE;
    } catch (error) {
      if (isRefused(error)) return UNKNOWN;
      outcome = UNKNOWN;
    }
  }
  return outcome;
}
