import { type Map as LeafletMap, type TileEvent, tileLayer } from 'leaflet';
import { MAX_ZOOM } from '../map-view.ts';

/** What the map shows of the operator's tiles: none yet, some of them, or none because they cannot be reached. */
export type TilesSight = 'awaited' | 'seen' | 'unreachable';

/** The tiles over a map. */
export interface Tiles {
  /** Asks once more for those in view that did not come. */
  readonly askAgain: () => void;
}

/** How long tiles of which none came are left alone, in ms. */
const PAUSE_MS = 30_000;

/**
 * Lays the tiles of an address over a map. While none of them comes they are asked for again now and then; `onSight` is
 * told whenever what is to be seen of them changes.
 */
export function addTiles(map: LeafletMap, url: string, onSight: (sight: TilesSight) => void): Tiles {
  // Public tile servers refuse who does not say where the request comes from; they learn the origin, never the page.
  const layer = tileLayer(url, { maxZoom: MAX_ZOOM, referrerPolicy: 'strict-origin-when-cross-origin' });
  const came = new Set<HTMLImageElement>();
  const missing = new Set<HTMLImageElement>();
  let sight: TilesSight = 'awaited';
  let pause: ReturnType<typeof setTimeout> | undefined;

  function become(next: TilesSight): void {
    if (next === sight) return;
    sight = next;
    onSight(sight);
  }

  function askAgain(): void {
    for (const tile of missing) {
      // The same address once more: a browser asks again for a picture that it lacks.
      tile.src = tile.getAttribute('src') ?? '';
    }
  }

  function judge(): void {
    if (came.size > 0) become('seen');
    else if (sight === 'seen') become('awaited');
    if (came.size > 0 || missing.size === 0 || layer.isLoading()) return;
    become('unreachable');
    clearTimeout(pause);
    pause = setTimeout(askAgain, PAUSE_MS);
  }

  function forget({ tile }: TileEvent): void {
    came.delete(tile);
    missing.delete(tile);
    judge();
  }

  layer
    .on('tileload', ({ tile }) => {
      missing.delete(tile);
      came.add(tile);
      judge();
    })
    .on('tileerror', ({ tile }) => {
      if (tile.isConnected) missing.add(tile);
    })
    .on('tileunload', forget)
    .on('tileabort', forget)
    .on('load', judge)
    .on('remove', () => clearTimeout(pause))
    .addTo(map);
  return { askAgain };
}
