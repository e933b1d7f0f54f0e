import { type Map as LeafletMap, type TileEvent, tileLayer } from 'leaflet';
import { pauseAfter, untilVisible } from '#src/providers/loading/pauses.ts';
import { MAX_ZOOM } from './map-view.ts';

/** State of the operator's tiles: none loaded yet, some loaded, or none can be loaded. */
export type TilesSight = 'awaited' | 'seen' | 'unreachable';

/** The first and the longest pause between two attempts when no tile loads, in ms. */
const FIRST_PAUSE_MS = 30_000;
const MAX_PAUSE_MS = 300_000;

/**
 * Adds the tiles of an address to a map. While no tile loads, it tries again at intervals.
 * @param onSight called with the state, also if it is the same
 * @returns loads the missing tiles in view again
 */
export function addTiles(map: LeafletMap, url: string, onSight: (sight: TilesSight) => void): () => void {
  // Public tile servers refuse requests without a referrer. They get the origin, never the page.
  const layer = tileLayer(url, { maxZoom: MAX_ZOOM, referrerPolicy: 'strict-origin-when-cross-origin' });
  const loadedTiles = new Set<HTMLImageElement>();
  const missing = new Set<HTMLImageElement>();
  let areSeen = false;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  function reloadMissing(): void {
    for (const tile of missing) {
      // Setting the same address makes the browser load a missing picture again.
      tile.src = tile.getAttribute('src') ?? '';
    }
  }

  function updateSight(): void {
    const wereSeen = areSeen;
    areSeen = loadedTiles.size > 0;
    if (areSeen) {
      failures = 0;
      onSight('seen');
      return;
    }
    if (wereSeen) onSight('awaited');
    if (missing.size === 0 || layer.isLoading()) return;
    onSight('unreachable');
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
  return reloadMissing;
}
