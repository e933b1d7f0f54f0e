import { useEffect, useState } from 'react';
import { useIsOnline } from '../connection/connection.ts';
import { retry } from './retry.ts';

/** A part of the portal that comes late: on its way, not to be had, or there. */
export type Lazy<Part> =
  | { readonly state: 'pending' }
  /** `error` is a LoadError; `retry` asks for the part once more. */
  | { readonly state: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly state: 'loaded'; readonly part: Part };

type Outcome<Part> = Exclude<Lazy<Part>, { state: 'failed' }> | { readonly state: 'failed'; readonly error: unknown };

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

/**
 * Fetches a part of the portal that comes late, by `retry` (§8).
 * @throws LoadError when it does not come
 */
export function loadLazy<Part>(load: () => Promise<Part>): Promise<Part> {
  const underWay = pending.get(load) ?? fetchLazy(load);
  pending.set(load, underWay);
  return underWay as Promise<Part>;
}

/**
 * A part of the portal that comes late. A failure is not kept, as React's `lazy` would: the part is
 * asked for again by `retry`, by itself when the connection is back, and by the next component that needs it.
 * @param load the same function at every render
 */
export function useLazy<Part>(load: () => Promise<Part>): Lazy<Part> {
  const [outcome, setOutcome] = useState<Outcome<Part>>(() =>
    loaded.has(load) ? { state: 'loaded', part: loaded.get(load) as Part } : { state: 'pending' },
  );
  const isOnline = useIsOnline();
  const [wasOnline, setWasOnline] = useState(isOnline);
  if (isOnline !== wasOnline) {
    setWasOnline(isOnline);
    if (isOnline && outcome.state === 'failed') setOutcome({ state: 'pending' });
  }
  const isPending = outcome.state === 'pending';

  useEffect(() => {
    if (!isPending) return undefined;
    let isWanted = true;
    const become = (next: Outcome<Part>) => {
      if (isWanted) setOutcome(next);
    };
    loadLazy(load).then(
      (part) => become({ state: 'loaded', part }),
      (error: unknown) => become({ state: 'failed', error }),
    );
    return () => {
      isWanted = false;
    };
  }, [load, isPending]);

  return outcome.state === 'failed' ? { ...outcome, retry: () => setOutcome({ state: 'pending' }) } : outcome;
}

/** After a screen is drawn, its own requests come first, in ms. */
const PRELOAD_AFTER_MS = 300;

/** Fetches a part that is likely to be shown soon; a failure is told where it is needed. */
export function usePreload(load: () => Promise<unknown>, isLikely = true): void {
  useEffect(() => {
    if (!isLikely) return undefined;
    const timer = setTimeout(() => void loadLazy(load).catch(() => undefined), PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [load, isLikely]);
}
