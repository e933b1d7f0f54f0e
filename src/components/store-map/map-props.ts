import type { Position } from './position.ts';
import type { StoreCard } from './store-card.ts';
import type { MapView } from './map-view.ts';

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
