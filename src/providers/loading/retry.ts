import { checkConnection, isOnline } from '../connection/connection.ts';
import { FinalError, isBuildOutdated } from '../fetch-file.ts';

/** How long a screen's code may take to arrive, in ms (§8). */
const LOAD_TIME_MS = 120_000;
/** The pauses before it is asked for once more: the first, and the longest, in ms. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

/** A part of the portal that could not be loaded: no network, or a new version of the portal that lacks it (§8). */
export class LoadError extends Error {
  /** What went wrong, for the operator. */
  readonly detail: string;

  constructor(cause: unknown) {
    super('A part of the portal could not be loaded', { cause });
    this.name = 'LoadError';
    this.detail = cause instanceof Error ? cause.message : '';
  }
}

/**
 * The outcome of some work, as long as it comes in time.
 * @throws Error when the time is up
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
 * Whether it makes sense to ask again: not without a connection, nor where a new version has taken the old one's place,
 * nor for what has been given up already.
 */
async function mayStillCome(error: unknown): Promise<boolean> {
  return !(error instanceof FinalError || error instanceof LoadError) && isOnline() && !(await isBuildOutdated());
}

/**
 * Loads a part of the portal that comes late, its code or its texts: asked for again after a failure until 120 s are
 * over (§8, docs/decisions/0021-lazy-loading.md).
 * @param attempts how often at most
 * @throws LoadError when it does not come
 */
export async function retry<T>(load: () => Promise<T>, attempts = Infinity): Promise<T> {
  const end = performance.now() + LOAD_TIME_MS;
  let pause = FIRST_PAUSE_MS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withinTime(load(), Math.max(end - performance.now(), 0));
    } catch (error) {
      // A server that is silent is no connection either.
      checkConnection();
      const isLast = attempt >= attempts || performance.now() + pause >= end;
      if (isLast || !(await mayStillCome(error))) throw new LoadError(error);
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    }
  }
}
