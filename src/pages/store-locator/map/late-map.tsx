import { type ComponentType, useEffect, useState } from 'react';
import { noteSilence, useIsOnline } from '#src/providers/connection/connection-store.ts';
import { loadLate } from '#src/providers/loading/load-late.ts';
import { MapUnavailable } from './map-unavailable.tsx';

interface LateMapProps<Props> {
  /** Fetches the map's code. */
  readonly load: () => Promise<ComponentType<Props>>;
  /** What the map is given. */
  readonly map: Props;
}

type Code<Props> =
  { readonly kind: 'asked' | 'missing' } | { readonly kind: 'there'; readonly Map: ComponentType<Props> };

/**
 * A map whose code is fetched when it is shown. Where it does not come the page stays whole; it is asked for again by
 * 'Riprova', and by itself when the connection is back.
 */
export function LateMap<Props extends object>({ load, map }: LateMapProps<Props>) {
  const [code, setCode] = useState<Code<Props>>({ kind: 'asked' });
  const isOnline = useIsOnline();
  const [wasOnline, setWasOnline] = useState(isOnline);
  if (isOnline !== wasOnline) {
    setWasOnline(isOnline);
    if (isOnline && code.kind === 'missing') setCode({ kind: 'asked' });
  }
  const isAsked = code.kind === 'asked';

  useEffect(() => {
    if (!isAsked) return undefined;
    let isWanted = true;
    const become = (next: Code<Props>) => {
      if (isWanted) setCode(next);
    };
    loadLate(load).then(
      (Map) => become({ kind: 'there', Map }),
      () => {
        noteSilence();
        become({ kind: 'missing' });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [load, isAsked]);

  return (
    <div tabIndex={-1}>
      {code.kind === 'there' && <code.Map {...map} />}
      {code.kind === 'asked' && <div className="store-map__canvas store-map__canvas--empty" aria-busy="true" />}
      {code.kind === 'missing' && <MapUnavailable onRetry={() => setCode({ kind: 'asked' })} />}
    </div>
  );
}
