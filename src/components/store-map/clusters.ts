import { useTranslate } from '@refinedev/core';
import { useMemo } from 'react';
import Supercluster from 'supercluster';
import { MAX_ZOOM, type Position, WORLD_PX } from './map-view.ts';
import type { StoreCard } from './store-card.ts';

/** An area of the map, in degrees. */
export interface MapBounds {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** A pin on the map: one store, or several that would overlap. */
export type Pin =
  | { readonly kind: 'store'; readonly key: string; readonly position: Position; readonly card: StoreCard }
  | {
      readonly kind: 'cluster';
      readonly key: string;
      readonly position: Position;
      readonly count: number;
      /** The zoom at which the cluster splits; null if its stores share one place. */
      readonly splitsAt: number | null;
      /** Its stores, limited to a few. */
      readonly members: () => readonly StoreCard[];
    };

/** Looks up the pins of an area at a zoom. */
export type PinIndex = (bounds: MapBounds, zoom: number) => Pin[];

/** Pins closer than this are drawn as one, in px. */
const RADIUS_PX = 60;
const MAX_MEMBERS = 50;

/**
 * Indexes the stores. The chosen store always has its own pin.
 * @returns a lookup of the pins in view, fast for any number of stores
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
            geometry: { type: 'Point' as const, coordinates: [card.position.lng, card.position.lat] },
          }
        : [],
    ),
  );
  const chosenPins: readonly Pin[] = chosen?.position
    ? [{ kind: 'store', key: chosen.key, position: chosen.position, card: chosen }]
    : [];

  return ({ south, west, north, east }, zoom) => {
    const others = index.getClusters([west, south, east, north], Math.floor(zoom)).map((feature): Pin => {
      const [lng = 0, lat = 0] = feature.geometry.coordinates;
      const position = { lat, lng };
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
        members: () => index.getLeaves(id, MAX_MEMBERS).map((leaf) => leaf.properties.card),
      };
    });
    return [...others, ...chosenPins];
  };
}

/** The next store of a cluster in one place: each press chooses another. */
export function nextMember(members: readonly StoreCard[], chosenKey: string | undefined): StoreCard | undefined {
  const place = members.findIndex(({ key }) => key === chosenKey);
  return members[(place + 1) % members.length];
}

/** The pins of the stores, for both maps. */
export function usePins(cards: readonly StoreCard[], chosen: StoreCard | null) {
  const translate = useTranslate();
  return useMemo(
    () => ({
      index: pinIndex(cards, chosen),
      /** The accessible name of a pin. */
      labelOf: (pin: Pin) => {
        if (pin.kind === 'store') {
          const { companyName, storeName, address } = pin.card;
          return [storeName ?? companyName, address].filter((part) => part !== undefined).join(', ');
        }
        const key = pin.splitsAt === null ? 'store-locator:map.samePlace' : 'store-locator:map.cluster';
        return translate(key, { count: pin.count });
      },
      /** Chooses the store of a pressed pin, or of several in one place the next. Others are zoomed in on. */
      press: (pin: Pin, choose: (card: StoreCard) => void, zoomTo: (place: Position, zoom: number) => void) => {
        if (pin.kind === 'cluster' && pin.splitsAt !== null) {
          zoomTo(pin.position, pin.splitsAt);
          return;
        }
        const card = pin.kind === 'store' ? pin.card : nextMember(pin.members(), chosen?.key);
        if (card) choose(card);
      },
    }),
    [cards, chosen, translate],
  );
}
