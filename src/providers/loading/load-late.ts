/** How long a screen's code may take to arrive, in ms (§8). */
const LOAD_TIME_MS = 120_000;
/** The pauses before it is asked for once more, in ms. */
const PAUSES_MS = [500, 2000];

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

/** What would fail again however often it is asked for. */
export class FinalError extends Error {}

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

async function persistently<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await load();
    } catch (error) {
      if (error instanceof FinalError) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return load();
}

/**
 * Loads a part of the portal that comes late, its code or its texts: asked for again after a failure, and waited for
 * 120 s (§8).
 * @throws LoadError when it does not come
 */
export async function loadLate<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await withinTime(persistently(load), LOAD_TIME_MS);
  } catch (error) {
    throw new LoadError(error);
  }
}
