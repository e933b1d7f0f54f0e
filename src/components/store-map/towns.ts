import { groupBy } from '#contract/group-by.ts';
import { CAGLIARI, type Position, searchWords } from './map-view.ts';
import type { StoreCard } from './store-card.ts';

/** A town, at the centre of its stores. */
export interface Town {
  readonly name: string;
  readonly position: Position;
  readonly storeCount: number;
}

/** A position on the screen, in px. */
export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The size of a name, in px, and its distance below the place, under the pin. */
const LETTER_WIDTH = 7;
const NAME_HEIGHT = 18;
const NAME_TOP = 14;
/** The size of a pin around its place, in px. */
const PIN = { side: 18, above: 32, below: 12 };

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * The towns of the stores, those with the most stores first. They label the outline map.
 * @param capital the name of the capital, which is included even without stores: the map starts there
 */
export function townsOf(cards: readonly StoreCard[], capital: string): Town[] {
  const places = cards.flatMap(({ city, position }) => (city !== undefined && position ? [{ city, ...position }] : []));
  const byName = groupBy(places, ({ city }) => searchWords(city));
  const towns = Array.from(byName.values(), (stores) => ({
    name: stores[0]?.city ?? '',
    storeCount: stores.length,
    position: {
      lat: mean(stores.map(({ lat }) => lat)),
      lng: mean(stores.map(({ lng }) => lng)),
    },
  })).toSorted((a, b) => b.storeCount - a.storeCount);
  const hasCapital = byName.has(searchWords(capital));
  return hasCapital ? towns : [...towns, { name: capital, position: CAGLIARI, storeCount: 0 }];
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/**
 * The towns whose names fit on the screen beside the pins, in the given order.
 * @param toScreen the screen position of a place; null outside the view
 */
export function townsWithRoom(
  towns: readonly Town[],
  pins: readonly { readonly position: Position }[],
  toScreen: (position: Position) => ScreenPoint | null,
): readonly Town[] {
  const boxOf = (position: Position, side: number, above: number, below: number): Box[] => {
    const point = toScreen(position);
    return point
      ? [{ left: point.x - side, right: point.x + side, top: point.y - above, bottom: point.y + below }]
      : [];
  };
  const taken = pins.flatMap(({ position }) => boxOf(position, PIN.side, PIN.above, PIN.below));
  return towns.filter(({ name, position }) => {
    const [box] = boxOf(position, (name.length * LETTER_WIDTH) / 2, -NAME_TOP, NAME_TOP + NAME_HEIGHT);
    if (!box || taken.some((other) => overlaps(box, other))) return false;
    taken.push(box);
    return true;
  });
}
