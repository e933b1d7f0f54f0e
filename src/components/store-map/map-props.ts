import type { Position } from './position.ts';
import type { StoreCard } from './store-card.ts';
import type { MapView } from './map-view.ts';

/** What either map is given. */
export interface StoreMapProps {
  /** The stores that have pins, as far as their places are known. */
  readonly cards: readonly StoreCard[];
  /** All stores: a map without names is labelled with their towns. */
  readonly landmarks: readonly StoreCard[];
  readonly chosen: StoreCard | null;
  /** Where the user is; null as long as they have not told. */
  readonly own: Position | null;
  /** Where the map goes whenever this changes; until then it stays where the user has moved it. */
  readonly view: MapView;
  readonly onChoose: (card: StoreCard) => void;
  /** A place is picked by a press on the map; on a map that only shows, none is. */
  readonly onPick?: ((place: Position) => void) | undefined;
}
