import { useEffect, useState } from 'react';
import { useIsOnline } from '../connection/connection.ts';
import { retry } from './retry.ts';

/** A part of the portal that comes late: on its way, not to be had, or there. */
export type Late<Part> =
  | { readonly state: 'asked' }
  /** `error` is a LoadError; `retry` asks for the part once more. */
  | { readonly state: 'missing'; readonly error: unknown; readonly retry: () => void }
  | { readonly state: 'there'; readonly part: Part };

type Outcome<Part> = Exclude<Late<Part>, { state: 'missing' }> | { readonly state: 'missing'; readonly error: unknown };

/** What has come once is there at once the next time, and is asked for once at a time, by the function that fetches it. */
const arrived = new WeakMap<() => Promise<unknown>, unknown>();
const asked = new WeakMap<() => Promise<unknown>, Promise<unknown>>();

async function fetchLate(load: () => Promise<unknown>): Promise<unknown> {
  try {
    // What is being drawn is there before anything more is asked for.
    await Promise.resolve();
    const part = await retry(load);
    arrived.set(load, part);
    return part;
  } finally {
    asked.delete(load);
  }
}

/**
 * Fetches a part of the portal that comes late, by `retry` (§8).
 * @throws LoadError when it does not come
 */
export function loadLate<Part>(load: () => Promise<Part>): Promise<Part> {
  const underWay = asked.get(load) ?? fetchLate(load);
  asked.set(load, underWay);
  return underWay as Promise<Part>;
}

/**
 * A part of the portal that comes late. A failure is not kept, as React's `lazy` would: the part is
 * asked for again by `retry`, by itself when the connection is back, and by the next component that needs it.
 * @param load the same function at every render
 */
export function useLate<Part>(load: () => Promise<Part>): Late<Part> {
  const [outcome, setOutcome] = useState<Outcome<Part>>(() =>
    arrived.has(load) ? { state: 'there', part: arrived.get(load) as Part } : { state: 'asked' },
  );
  const isOnline = useIsOnline();
  const [wasOnline, setWasOnline] = useState(isOnline);
  if (isOnline !== wasOnline) {
    setWasOnline(isOnline);
    if (isOnline && outcome.state === 'missing') setOutcome({ state: 'asked' });
  }
  const isAsked = outcome.state === 'asked';

  useEffect(() => {
    if (!isAsked) return undefined;
    let isWanted = true;
    const become = (next: Outcome<Part>) => {
      if (isWanted) setOutcome(next);
    };
    loadLate(load).then(
      (part) => become({ state: 'there', part }),
      (error: unknown) => become({ state: 'missing', error }),
    );
    return () => {
      isWanted = false;
    };
  }, [load, isAsked]);

  return outcome.state === 'missing' ? { ...outcome, retry: () => setOutcome({ state: 'asked' }) } : outcome;
}

/** After a screen is drawn, its own requests come first, in ms. */
const PRELOAD_AFTER_MS = 300;

/** Fetches a part that is likely to be shown soon; a failure is told where it is needed. */
export function usePreload(load: () => Promise<unknown>, isLikely = true): void {
  useEffect(() => {
    if (!isLikely) return undefined;
    const timer = setTimeout(() => void loadLate(load).catch(() => undefined), PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [load, isLikely]);
}
