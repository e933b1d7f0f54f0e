import { checkConnection, isOnline } from '../api/connection.ts';
import { FinalError, isBuildOutdated, isImportedFileThere } from '../api/files.ts';
import { pauseAfter, sleep } from './pauses.ts';

/** Time limit for a screen's code, in ms (§8). */
const LOAD_TIME_MS = 120_000;
/** The first and the longest pause before the next attempt, in ms. */
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;
/** After so many attempts a failure counts as kept by the browser if the file is there. */
const ATTEMPTS_OF_KEPT = 3;

/** A part of the portal could not be loaded: no network, or a newer version without this part (§8). */
export class LoadError extends Error {
  /** The cause, for the operator. */
  readonly detail: string;

  constructor(cause: unknown) {
    super('A part of the portal could not be loaded', { cause });
    this.name = 'LoadError';
    this.detail = cause instanceof Error ? cause.message : '';
  }
}

/**
 * Waits for some work up to a time limit.
 * @throws Error when the time is over
 */
export async function withinTime<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeUp = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no outcome within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, timeUp]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether another attempt makes sense: not without a connection, after a newer version was deployed, after a final
 * error, or if the browser keeps the failure.
 */
async function mayStillCome(error: unknown, attempt: number): Promise<boolean> {
  if (error instanceof FinalError || error instanceof LoadError || !isOnline() || (await isBuildOutdated()))
    return false;
  return attempt < ATTEMPTS_OF_KEPT || !(await isImportedFileThere(error));
}

/**
 * Loads a part of the portal, its code or its texts. Repeats failed attempts for 120 s (§8,
 * docs/decisions/0021-lazy-loading.md).
 * @param attempts the most attempts
 * @throws LoadError if it cannot be loaded
 */
export async function retry<T>(load: () => Promise<T>, attempts = Infinity): Promise<T> {
  const end = performance.now() + LOAD_TIME_MS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withinTime(load(), Math.max(end - performance.now(), 0));
    } catch (error) {
      // A silent server also counts as no connection.
      checkConnection();
      const pause = pauseAfter(attempt - 1, FIRST_PAUSE_MS, MAX_PAUSE_MS);
      const isLast = attempt >= attempts || performance.now() + pause >= end;
      if (isLast || !(await mayStillCome(error, attempt))) throw new LoadError(error);
      await sleep(pause);
    }
  }
}
