import { useEffect, useState } from 'react';
import { useIsOnline } from '../api/connection.ts';
import { loadLazy, loadedLazy } from './load-lazy.ts';

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
