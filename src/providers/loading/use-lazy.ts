import { useEffect, useState } from 'react';
import { useIsOnline } from '../api/connection.ts';
import { loadLazy, loadedLazy } from './load-lazy.ts';

/** A part of the portal: loading, failed or loaded. */
type Lazy<Part> =
  | { readonly state: 'pending' }
  /** `error` is a LoadError; `retry` loads the part again. */
  | { readonly state: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly state: 'loaded'; readonly part: Part };

type Outcome<Part> = Exclude<Lazy<Part>, { state: 'failed' }> | { readonly state: 'failed'; readonly error: unknown };

/**
 * Loads a part of the portal for a component. Unlike React's `lazy` it does not keep a failure: `retry`, a restored
 * connection and the next component load the part again.
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
