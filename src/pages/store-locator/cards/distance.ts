import type { Position } from '#src/components/store-map/position.ts';
import type { StoreCard } from '#src/components/store-map/store-card.ts';

/** A card and how far away it is in km; null where one of the two places is not known. */
export interface DistantCard {
  readonly card: StoreCard;
  readonly distance: number | null;
}

const EARTH_RADIUS_KM = 6371;
const DEGREES_OF_HALF_TURN = 180;

const kilometres = new Intl.NumberFormat('it-IT', {
  style: 'unit',
  unit: 'kilometer',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

function radians(degrees: number): number {
  return (degrees * Math.PI) / DEGREES_OF_HALF_TURN;
}

/** The distance of two places as the crow flies, in km (haversine). */
export function distanceBetween(from: Position, to: Position): number {
  const halfLatitude = radians(to.latitude - from.latitude) / 2;
  const halfLongitude = radians(to.longitude - from.longitude) / 2;
  const chord =
    Math.sin(halfLatitude) ** 2 +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.sin(halfLongitude) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(Math.min(1, chord)));
}

/** The cards with their distances, the nearest first and those of unknown place last; as given without a place. */
export function byDistance(cards: readonly StoreCard[], from: Position | null): DistantCard[] {
  if (!from) return cards.map((card) => ({ card, distance: null }));
  return cards
    .map((card) => ({ card, distance: card.position && distanceBetween(from, card.position) }))
    .toSorted((a, b) => (a.distance ?? Infinity) - (b.distance ?? Infinity) || 0);
}

/** A distance in Italian format, as '3,4 km'. */
export function formatDistance(distance: number): string {
  return kilometres.format(distance);
}
