import { useCallback, useRef, useState } from 'react';
import type { Position } from '#src/components/store-map/position.ts';

/** Why the browser gives no position. */
export type PositionFailure = 'denied' | 'unavailable' | 'timeout';

/** The state of the user's position. It stays in this page: not in the URL, and not sent anywhere. */
type OwnPosition =
  | { readonly kind: 'unasked' | 'asking' }
  | { readonly kind: 'known'; readonly position: Position }
  | { readonly kind: 'failed'; readonly reason: PositionFailure };

export interface NearbyOrder {
  readonly own: OwnPosition;
  readonly ask: () => void;
  readonly forget: () => void;
}

const MAX_WAIT_MS = 15_000;
const MAX_AGE_MS = 300_000;

function reasonOf({ code, PERMISSION_DENIED, TIMEOUT }: GeolocationPositionError): PositionFailure {
  if (code === PERMISSION_DENIED) return 'denied';
  return code === TIMEOUT ? 'timeout' : 'unavailable';
}

/** The user's position. The browser is asked only after a click, and the page forgets the position at its end. */
export function useGeolocation(): NearbyOrder {
  const [own, setOwn] = useState<OwnPosition>({ kind: 'unasked' });
  /** Number of requests: the response to a withdrawn request is ignored. */
  const lastTurn = useRef(0);

  const ask = useCallback(() => {
    if (!('geolocation' in navigator)) {
      setOwn({ kind: 'failed', reason: 'unavailable' });
      return;
    }
    lastTurn.current += 1;
    const turn = lastTurn.current;
    const answer = (answered: OwnPosition) => {
      if (turn === lastTurn.current) setOwn(answered);
    };
    setOwn({ kind: 'asking' });
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => answer({ kind: 'known', position: { latitude, longitude } }),
      (error) => answer({ kind: 'failed', reason: reasonOf(error) }),
      { timeout: MAX_WAIT_MS, maximumAge: MAX_AGE_MS },
    );
  }, []);

  const forget = useCallback(() => {
    lastTurn.current += 1;
    setOwn({ kind: 'unasked' });
  }, []);

  return { own, ask, forget };
}
