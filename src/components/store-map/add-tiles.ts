import { type Map as LeafletMap, type TileEvent, tileLayer } from 'leaflet';
import { pauseAfter, untilVisible } from '#src/providers/loading/pauses.ts';
import { MAX_ZOOM } from './map-view.ts';

/** State of the operator's tiles: none loaded yet, some loaded, or none can be loaded. */
export type TilesSight = 'awaited' | 'seen' | 'unreachable';

export interface Tiles {
  /** Loads the missing tiles in view again. */
  readonly reloadMissing: () => void;
}

/** The first and the longest pause between two attempts when no tile loads, in ms. */
const FIRST_PAUSE_MS = 30_000;
const MAX_PAUSE_MS = 300_000;

/**
 * Adds the tiles of an address to a map. While no tile loads, it tries again at intervals.
 * @param onSight called when the state changes
 */
export function addTiles(map: LeafletMap, url: string, onSight: (sight: TilesSight) => void): Tiles {
  // Public tile servers refuse requests without a referrer. They get the origin, never the page.
  const layer = tileLayer(url, { maxZoom: MAX_ZOOM, referrerPolicy: 'strict-origin-when-cross-origin' });
  const loadedTiles = new Set<HTMLImageElement>();
  const missing = new Set<HTMLImageElement>();
  let sight: TilesSight = 'awaited';
  let pause: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  function changeSight(next: TilesSight): void {
    if (next === sight) return;
    sight = next;
    onSight(sight);
  }

  function reloadMissing(): void {
    for (const tile of missing) {
      // Setting the same address makes the browser load a missing picture again.
      tile.src = tile.getAttribute('src') ?? '';
    }
  }

  function updateSight(): void {
    if (loadedTiles.size > 0) {
      failures = 0;
      changeSight('seen');
    }
    if (loadedTiles.size === 0 && sight === 'seen') changeSight('awaited');
    if (loadedTiles.size > 0 || missing.size === 0 || layer.isLoading()) return;
    changeSight('unreachable');
    clearTimeout(pause);
    const reload = () => void untilVisible().then(reloadMissing);
    pause = setTimeout(reload, pauseAfter(failures, FIRST_PAUSE_MS, MAX_PAUSE_MS));
    failures += 1;
  }

  function forget({ tile }: TileEvent): void {
    loadedTiles.delete(tile);
    missing.delete(tile);
    updateSight();
  }

  layer
    .on('tileload', ({ tile }) => {
      missing.delete(tile);
      loadedTiles.add(tile);
      updateSight();
    })
    .on('tileerror', ({ tile }) => {
      if (tile.isConnected) missing.add(tile);
    })
    .on('tileunload', forget)
    .on('tileabort', forget)
    .on('load', updateSight)
    .on('remove', () => clearTimeout(pause))
    .addTo(map);
  return { reloadMissing };
}
