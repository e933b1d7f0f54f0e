import { useEffect, useState } from 'react';
import { isOnline, useIsOnline } from '../api/connection.ts';
import { isPortalReachable } from '../api/files.ts';
import { LoadError, retry } from './retry.ts';

/** Loaded parts by their load function. */
const loaded = new WeakMap<() => Promise<unknown>, unknown>();
const pending = new WeakMap<() => Promise<unknown>, Promise<unknown>>();

async function fetchLazy(load: () => Promise<unknown>): Promise<unknown> {
  try {
    // An import without a connection would fail for good in a browser that keeps failures.
    const isCut = !isOnline() && !(await isPortalReachable()) && !isOnline();
    if (isCut) throw new LoadError(new Error('the portal is not reachable'));
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

/** A part of the portal: loading, failed or loaded. */
type Lazy<Part> =
  | { readonly state: 'pending' }
  /** `error` is a LoadError. */
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'loaded'; readonly part: Part };

/**
 * Loads a part of the portal for a component. Unlike React's `lazy` it does not keep a failure: `retry`, a restored
 * connection and the next component load the part again.
 * @param load the same function at every render
 */
export function useLazy<Part>(load: () => Promise<Part>): Lazy<Part> & { readonly retry: () => void } {
  const [lazy, setLazy] = useState<Lazy<Part>>(() => {
    const part = loadedLazy(load);
    return part === undefined ? { state: 'pending' } : { state: 'loaded', part };
  });
  const isOnline = useIsOnline();
  const [wasOnline, setWasOnline] = useState(isOnline);
  if (isOnline !== wasOnline) {
    setWasOnline(isOnline);
    if (isOnline && lazy.state === 'failed') setLazy({ state: 'pending' });
  }
  const isPending = lazy.state === 'pending';

  useEffect(() => {
    if (!isPending) return undefined;
    let isWanted = true;
    const become = (next: Lazy<Part>) => {
      if (isWanted) setLazy(next);
    };
    loadLazy(load).then(
      (part) => become({ state: 'loaded', part }),
      (error: unknown) => become({ state: 'failed', error }),
    );
    return () => {
      isWanted = false;
    };
  }, [load, isPending]);

  return { ...lazy, retry: () => setLazy({ state: 'pending' }) };
}
