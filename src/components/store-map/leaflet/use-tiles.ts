import type { Map as LeafletMap } from 'leaflet';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useIsOnline } from '#src/providers/connection/connection.ts';
import { type Tiles, type TilesSight, addTiles } from './add-tiles.ts';

/**
 * Adds the operator's tiles to the map. Missing tiles load again when the connection is back.
 * @param url empty for no tiles
 */
export function useTiles(made: RefObject<LeafletMap | null>, url: string): TilesSight {
  const [sight, setSight] = useState<TilesSight>('awaited');
  const tiles = useRef<Tiles>(null);
  const isOnline = useIsOnline();

  useEffect(() => {
    if (made.current && url !== '') tiles.current = addTiles(made.current, url, setSight);
  }, [made, url]);

  useEffect(() => {
    if (isOnline) tiles.current?.reloadMissing();
  }, [isOnline]);

  return sight;
}
