import { retry } from './retry.ts';

/** What has come once is there at once the next time, and is asked for once at a time, by the function that fetches it. */
const loaded = new WeakMap<() => Promise<unknown>, unknown>();
const pending = new WeakMap<() => Promise<unknown>, Promise<unknown>>();

async function fetchLazy(load: () => Promise<unknown>): Promise<unknown> {
  try {
    // What is being drawn is there before anything more is asked for.
    await Promise.resolve();
    const part = await retry(load);
    loaded.set(load, part);
    return part;
  } finally {
    pending.delete(load);
  }
}

/** A part of the portal that has come already; absent otherwise. */
export function loadedLazy<Part>(load: () => Promise<Part>): Part | undefined {
  return loaded.get(load) as Part | undefined;
}

/**
 * Fetches a part of the portal that comes late, by `retry` (§8), once.
 * @param load the same function every time
 * @throws LoadError when it does not come; the next call asks again
 */
export async function loadLazy<Part>(load: () => Promise<Part>): Promise<Part> {
  const part = loadedLazy(load);
  if (part !== undefined) return part;
  const underWay = pending.get(load) ?? fetchLazy(load);
  pending.set(load, underWay);
  return underWay as Promise<Part>;
}
