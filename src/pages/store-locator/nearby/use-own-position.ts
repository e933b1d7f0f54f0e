import { useCallback, useRef, useState } from 'react';
import type { Position } from '#src/components/store-map/position.ts';

/** Why the browser does not say where it is. */
export type PositionFailure = 'denied' | 'unavailable' | 'timeout';

/** What is known of the user's place. It stays in this page: neither in its address nor sent anywhere. */
type OwnPosition =
  | { readonly kind: 'unasked' | 'asking' }
  | { readonly kind: 'known'; readonly position: Position }
  | { readonly kind: 'failed'; readonly reason: PositionFailure };

/** The user's place, and how it is asked for and forgotten. */
export interface NearbyOrder {
  readonly own: OwnPosition;
  readonly ask: () => void;
  readonly forget: () => void;
}

const LONGEST_WAIT_MS = 15_000;
const MAX_AGE_MS = 300_000;

function reasonOf({ code, PERMISSION_DENIED, TIMEOUT }: GeolocationPositionError): PositionFailure {
  if (code === PERMISSION_DENIED) return 'denied';
  return code === TIMEOUT ? 'timeout' : 'unavailable';
}

/** Where the user is: asked of the browser on a click only, and forgotten with the page. */
export function useOwnPosition(): NearbyOrder {
  const [own, setOwn] = useState<OwnPosition>({ kind: 'unasked' });
  /** Counts the questions: the answer to one that was withdrawn comes too late. */
  const asked = useRef(0);

  const ask = useCallback(() => {
    if (!('geolocation' in navigator)) {
      setOwn({ kind: 'failed', reason: 'unavailable' });
      return;
    }
    asked.current += 1;
    const turn = asked.current;
    const answer = (answered: OwnPosition) => {
      if (turn === asked.current) setOwn(answered);
    };
    setOwn({ kind: 'asking' });
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => answer({ kind: 'known', position: { latitude, longitude } }),
      (error) => answer({ kind: 'failed', reason: reasonOf(error) }),
      { timeout: LONGEST_WAIT_MS, maximumAge: MAX_AGE_MS },
    );
  }, []);

  const forget = useCallback(() => {
    asked.current += 1;
    setOwn({ kind: 'unasked' });
  }, []);

  return { own, ask, forget };
}
