import type { ComponentType } from 'react';
import { LatePart } from '#src/components/late/late-part.tsx';
import { MapUnavailable } from './map-unavailable.tsx';

interface LateMapProps<Props> {
  /** Fetches the map's code. */
  readonly load: () => Promise<ComponentType<Props>>;
  /** What the map is given. */
  readonly map: Props;
}

/**
 * A map whose code is fetched when it is shown. Where it does not come the page stays whole; it is asked for again by
 * 'Riprova', and by itself when the connection is back.
 */
export function LateMap<Props extends object>({ load, map }: LateMapProps<Props>) {
  return (
    <div tabIndex={-1}>
      <LatePart
        load={load}
        props={map}
        waiting={<div className="store-map__canvas store-map__canvas--empty" aria-busy="true" />}
        missing={(retry) => <MapUnavailable onRetry={retry} />}
      />
    </div>
  );
}
