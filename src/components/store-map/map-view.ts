import type { Position } from './position.ts';
import type { StoreCard } from './store-card.ts';

/** What the map shows: the surroundings of a place, or all of some places. */
export type MapView =
  | { readonly kind: 'around'; readonly centre: Position; readonly zoom: number }
  | { readonly kind: 'all'; readonly places: readonly Position[] };

/** The capital in the south of the island, where the map begins (§2). */
export const CAGLIARI: Position = { latitude: 39.2238, longitude: 9.1217 };
/** Zoom when no store is chosen, and of a chosen one (§9). */
const DEFAULT_ZOOM = 13;
const STORE_ZOOM = 17;
/** The width of the whole world at zoom 0, in pixels, on both maps. */
export const WORLD_PX = 256;
export const MIN_ZOOM = 7;
export const MAX_ZOOM = 18;
/** Nearer than this the whole of a search is not shown: a single store would stand in the void. */
export const FIT_ZOOM = 13;

/** The corners of the island, its small islands included. */
const ISLAND_CORNERS: readonly Position[] = [
  { latitude: 38.86, longitude: 8.13 },
  { latitude: 41.31, longitude: 9.83 },
];

const aroundCagliari: MapView = { kind: 'around', centre: CAGLIARI, zoom: DEFAULT_ZOOM };

/** What decides the view. */
interface Situation {
  readonly chosen: StoreCard | null;
  /** Where the user is, once they have told. */
  readonly own: Position | null;
  /** The stores that a search found; null without a search. */
  readonly found: readonly StoreCard[] | null;
  /** The stores by their distance from the user, once that is known. */
  readonly ordered: readonly StoreCard[];
}

/** With how many of the nearest stores the user's own place is shown. */
const NEAREST_SHOWN = 3;

/** The places of the cards, as far as they are known. */
function placesOf(cards: readonly StoreCard[]): Position[] {
  return cards.flatMap(({ position }) => position ?? []);
}

/** The whole island, and every store of a known place. */
export function wholeView(cards: readonly StoreCard[]): MapView {
  return { kind: 'all', places: [...ISLAND_CORNERS, ...placesOf(cards)] };
}

/** The user's own place with the nearest stores, however far they are: a map without a pin would be of no use. */
function nearView(own: Position, ordered: readonly StoreCard[]): MapView {
  return { kind: 'all', places: [own, ...placesOf(ordered).slice(0, NEAREST_SHOWN)] };
}

/**
 * The view: the chosen store at zoom 17; else all that a search found; else what is near the user; else Cagliari at
 * zoom 13 (§2, §9). A chosen store of unknown place shows Cagliari too (rules §1).
 */
export function viewFor({ chosen, own, found, ordered }: Situation): MapView {
  if (chosen) return chosen.position ? { kind: 'around', centre: chosen.position, zoom: STORE_ZOOM } : aroundCagliari;
  const places = found ? placesOf(found) : [];
  if (places.length > 0) return { kind: 'all', places };
  return own ? nearView(own, ordered) : aroundCagliari;
}
