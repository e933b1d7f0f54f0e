import { type Position, searchWords } from '#src/components/store-map/map-view.ts';
import type { StoreCard } from '#src/components/store-map/store-card.ts';

/** A card and its distance in km; null if a position is unknown. */
export interface DistantCard {
  readonly card: StoreCard;
  readonly distance: number | null;
}

/**
 * The cards that contain every word of the text as the start of a word in name, company or address. An empty text finds
 * all.
 */
export function searchCards(cards: readonly StoreCard[], text: string): readonly StoreCard[] {
  const wanted = searchWords(text).split(/(?= )/);
  return cards.filter(({ words }) => wanted.every((word) => words.includes(word)));
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

/** The great-circle distance of two positions, in km (haversine). */
export function distanceBetween(from: Position, to: Position): number {
  const halfLatitude = radians(to.lat - from.lat) / 2;
  const halfLongitude = radians(to.lng - from.lng) / 2;
  const chord =
    Math.sin(halfLatitude) ** 2 +
    Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(halfLongitude) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(Math.min(1, chord)));
}

/** The cards with their distances, the nearest first, unknown positions last. Without a position in the given order. */
export function byDistance(cards: readonly StoreCard[], from: Position | null): DistantCard[] {
  if (!from) return cards.map((card) => ({ card, distance: null }));
  return cards
    .map((card) => ({ card, distance: card.position && distanceBetween(from, card.position) }))
    .toSorted((a, b) => (a.distance ?? Infinity) - (b.distance ?? Infinity) || 0);
}

/** A distance in Italian format, like '3,4 km'. */
export function formatDistance(distance: number): string {
  return kilometres.format(distance);
}
