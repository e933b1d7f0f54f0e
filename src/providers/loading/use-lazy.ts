import { useEffect, useState } from 'react';
import { useIsOnline } from '../connection/connection.ts';
import { loadLazy, loadedLazy } from './load-lazy.ts';

/** A part of the portal that comes late: on its way, not to be had, or there. */
export type Lazy<Part> =
  | { readonly state: 'pending' }
  /** `error` is a LoadError; `retry` asks for the part once more. */
  | { readonly state: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly state: 'loaded'; readonly part: Part };

type Outcome<Part> = Exclude<Lazy<Part>, { state: 'failed' }> | { readonly state: 'failed'; readonly error: unknown };

/**
 * A part of the portal that comes late. A failure is not kept, as React's `lazy` would: the part is
 * asked for again by `retry`, by itself when the connection is back, and by the next component that needs it.
 * @param load the same function at every render
 */
export function useLazy<Part>(load: () => Promise<Part>): Lazy<Part> {
  const [outcome, setOutcome] = useState<Outcome<Part>>(() => {
    const part = loadedLazy(load);
    return part === undefined ? { state: 'pending' } : { state: 'loaded', part };
  });
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
