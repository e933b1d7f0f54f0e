import Supercluster from 'supercluster';
import type { Position } from './position.ts';
import type { StoreCard } from './store-card.ts';
import { MAX_ZOOM, WORLD_PX } from './map-view.ts';

/** A part of the map, in degrees. */
export interface MapBounds {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** What stands on the map: one store, or several that would overlap. */
export type Pin =
  | { readonly kind: 'store'; readonly key: string; readonly position: Position; readonly card: StoreCard }
  | {
      readonly kind: 'cluster';
      readonly key: string;
      readonly position: Position;
      /** How many stores it stands for. */
      readonly count: number;
      /** The zoom at which it comes apart; null where its stores share one place. */
      readonly splitsAt: number | null;
      /** Its stores, as far as there are no more than a few. */
      readonly members: () => readonly StoreCard[];
    };

/** Every store with a known place, ready to be looked up by part of the map and zoom. */
export type PinIndex = (bounds: MapBounds, zoom: number) => Pin[];

/** Pins nearer than this to each other are drawn as one, in pixels: so that none covers another. */
const RADIUS_PX = 60;
const MOST_MEMBERS = 50;

/**
 * Indexes the stores. The chosen one always has a pin of its own, so that it is seen at every zoom.
 * @returns a lookup that answers what is in view only, however many stores there are
 */
export function pinIndex(cards: readonly StoreCard[], chosen: StoreCard | null): PinIndex {
  const index = new Supercluster<{ readonly card: StoreCard }>({
    radius: RADIUS_PX,
    extent: WORLD_PX,
    maxZoom: MAX_ZOOM,
  });
  index.load(
    cards.flatMap((card) =>
      card.position && card.key !== chosen?.key
        ? {
            type: 'Feature' as const,
            properties: { card },
            geometry: { type: 'Point' as const, coordinates: [card.position.longitude, card.position.latitude] },
          }
        : [],
    ),
  );
  const chosenPins: readonly Pin[] = chosen?.position
    ? [{ kind: 'store', key: chosen.key, position: chosen.position, card: chosen }]
    : [];

  return ({ south, west, north, east }, zoom) => {
    const others = index.getClusters([west, south, east, north], Math.floor(zoom)).map((feature): Pin => {
      const [longitude = 0, latitude = 0] = feature.geometry.coordinates;
      const position = { latitude, longitude };
      const { properties } = feature;
      if (!('cluster' in properties)) {
        return { kind: 'store', key: properties.card.key, position, card: properties.card };
      }
      const { cluster_id: id, point_count: count } = properties;
      const splitsAt = index.getClusterExpansionZoom(id);
      return {
        kind: 'cluster',
        key: `cluster ${id}`,
        position,
        count,
        splitsAt: splitsAt > MAX_ZOOM ? null : splitsAt,
        members: () => index.getLeaves(id, MOST_MEMBERS).map((leaf) => leaf.properties.card),
      };
    });
    return [...others, ...chosenPins];
  };
}

/** The store that a cluster of one place stands for when it is chosen: each in turn. */
export function nextMember(members: readonly StoreCard[], chosenKey: string | undefined): StoreCard | undefined {
  const place = members.findIndex(({ key }) => key === chosenKey);
  return members[(place + 1) % members.length];
}
