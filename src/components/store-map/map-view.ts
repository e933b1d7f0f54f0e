import { foldText } from '#contract/rules/folded-text.ts';
import type { StoreCard } from './store-card.ts';

const BETWEEN_WORDS = /[^\p{Letter}\p{Number}]+/u;

/** The words of a text in lower case and without accents, with a space before each, for a search. */
export function searchWords(text: string): string {
  return foldText(text)
    .split(BETWEEN_WORDS)
    .filter((word) => word !== '')
    .map((word) => ` ${word}`)
    .join('');
}

/** Latitude and longitude in degrees, by the names of both map libraries. */
export interface Position {
  readonly lat: number;
  readonly lng: number;
}

const MAX_LATITUDE = 90;
const MAX_LONGITUDE = 180;

/**
 * Reads a pair of latitude and longitude (§3).
 * @returns null outside the globe and for 0, 0, which means 'unknown' in many registers
 */
export function positionOf(coordinates: readonly [number, number] | undefined): Position | null {
  if (!coordinates) return null;
  const [lat, lng] = coordinates;
  const isOnGlobe = Math.abs(lat) <= MAX_LATITUDE && Math.abs(lng) <= MAX_LONGITUDE;
  const isUnknown = lat === 0 && lng === 0;
  return isOnGlobe && !isUnknown ? { lat, lng } : null;
}

/** The area to show: around one place, or all of several places. */
export type MapView =
  | { readonly kind: 'around'; readonly centre: Position; readonly zoom: number }
  | { readonly kind: 'all'; readonly places: readonly Position[] };

/** The capital, in the south of the island: the first view of the map (§2). */
export const CAGLIARI: Position = { lat: 39.2238, lng: 9.1217 };
/** The zoom without a chosen store, and with one (§9). */
const DEFAULT_ZOOM = 13;
const STORE_ZOOM = 17;
/** The width of the whole world at zoom 0, in px, on both maps. */
export const WORLD_PX = 256;
export const MIN_ZOOM = 7;
export const MAX_ZOOM = 18;
/**
 * The nearest zoom for several places, and without roads for a chosen store too: nearer, a single store would be alone on
 * an empty field.
 */
export const FIT_ZOOM = 13;

/** The corners of the island, including its small islands. */
const ISLAND_CORNERS: readonly Position[] = [
  { lat: 38.86, lng: 8.13 },
  { lat: 41.31, lng: 9.83 },
];

const aroundCagliari: MapView = { kind: 'around', centre: CAGLIARI, zoom: DEFAULT_ZOOM };

interface Situation {
  readonly chosen: StoreCard | null;
  /** The user's position, if known. */
  readonly own: Position | null;
  /** The stores of a search; null without a search. */
  readonly found: readonly StoreCard[] | null;
  /** The stores by their distance from the user, once known. */
  readonly ordered: readonly StoreCard[];
}

/** The number of nearest stores to show around the user's position. */
const NEAREST_SHOWN = 3;

function placesOf(cards: readonly StoreCard[]): Position[] {
  return cards.flatMap(({ position }) => position ?? []);
}

/** The whole island and every store with a known position. */
export function wholeView(cards: readonly StoreCard[]): MapView {
  return { kind: 'all', places: [...ISLAND_CORNERS, ...placesOf(cards)] };
}

/**
 * The view: the chosen store at zoom 17, or the results of a search, or the user's surroundings, or Cagliari at zoom 13
 * (§2, §9). A chosen store without a position also shows Cagliari (rules §1).
 */
export function viewFor({ chosen, own, found, ordered }: Situation): MapView {
  if (chosen) return chosen.position ? { kind: 'around', centre: chosen.position, zoom: STORE_ZOOM } : aroundCagliari;
  const places = found ? placesOf(found) : [];
  if (places.length > 0) return { kind: 'all', places };
  // However far away the nearest stores are: a map without a pin is useless.
  return own ? { kind: 'all', places: [own, ...placesOf(ordered).slice(0, NEAREST_SHOWN)] } : aroundCagliari;
}

export interface StoreMapProps {
  /** The stores with pins, if their positions are known. */
  readonly cards: readonly StoreCard[];
  /** All stores: the portal's own map labels their towns. */
  readonly landmarks: readonly StoreCard[];
  readonly chosen: StoreCard | null;
  /** The user's position; null if unknown. */
  readonly own: Position | null;
  /** The map moves here when this changes. Until then it stays where the user moved it. */
  readonly view: MapView;
  readonly onChoose: (card: StoreCard) => void;
  /** Called by a press on the map. Without it the map picks no place. */
  readonly onPick?: ((place: Position) => void) | undefined;
}
