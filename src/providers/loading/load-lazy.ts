import { retry } from './retry.ts';

/** Loaded parts by their load function. */
const loaded = new WeakMap<() => Promise<unknown>, unknown>();
const pending = new WeakMap<() => Promise<unknown>, Promise<unknown>>();

async function fetchLazy(load: () => Promise<unknown>): Promise<unknown> {
  try {
    const part = await retry(load);
    loaded.set(load, part);
    return part;
  } finally {
    pending.delete(load);
  }
}

/** A part that is loaded already; otherwise undefined. */
export function loadedLazy<Part>(load: () => Promise<Part>): Part | undefined {
  return loaded.get(load) as Part | undefined;
}

/**
 * Loads a part of the portal once, with `retry` (§8).
 * @param load the same function every time
 * @throws LoadError if it cannot be loaded; the next call tries again
 */
export async function loadLazy<Part>(load: () => Promise<Part>): Promise<Part> {
  const part = loadedLazy(load);
  if (part !== undefined) return part;
  const underway = pending.get(load) ?? fetchLazy(load);
  pending.set(load, underway);
  return underway as Promise<Part>;
}

type Loads = (pathname: string) => readonly (() => Promise<unknown>)[];

let loadsOf: Loads = () => [];

/** Sets what each path loads: the table of screens (`src/screens.ts`). */
export function setLoads(next: Loads): void {
  loadsOf = next;
}

/**
 * Loads the code and the texts of a path before its screen renders. The screen itself repeats and reports what fails.
 * @returns resolves when everything is loaded or has failed
 */
export async function prefetch(pathname: string): Promise<void> {
  await Promise.allSettled(loadsOf(pathname).map((load) => loadLazy(load)));
}
