import { useState } from 'react';
import type { DistantCard } from '../cards/distance.ts';

/** Which way the cards came in. */
export type Direction = 'forward' | 'backward';

interface CarouselState {
  /** The page that is shown, from 0. */
  readonly page: number;
  readonly pageCount: number;
  /** Its cards. */
  readonly shown: readonly DistantCard[];
  readonly direction: Direction;
  /** Turns the pages; after the last one comes the first, and before the first one the last (§9). */
  readonly turn: (step: 1 | -1) => void;
  readonly turnTo: (page: number) => void;
}

interface Place {
  /** The card that the page begins with, from 0. */
  readonly first: number;
  readonly direction: Direction;
  readonly stores: readonly DistantCard[];
  readonly chosenKey: string | null;
}

/** Where the chosen store is, else the beginning. */
function placeOf(stores: readonly DistantCard[], chosenKey: string | null): Place {
  const chosen = stores.findIndex(({ card }) => card.key === chosenKey);
  return { first: Math.max(0, chosen), direction: 'forward', stores, chosenKey };
}

/** The pages of the carousel. It goes to the store that is chosen elsewhere, and to the beginning of other cards. */
export function useCarousel(stores: readonly DistantCard[], chosenKey: string | null, perPage: number): CarouselState {
  const [place, setPlace] = useState(() => placeOf(stores, chosenKey));
  // Also with a choice: a search and 'vicino a me' drop it, but the address may follow later than the cards.
  if (stores !== place.stores) setPlace({ ...placeOf(stores, null), chosenKey });
  else if (chosenKey !== place.chosenKey) {
    const isHere = chosenKey === null || !stores.some(({ card }) => card.key === chosenKey);
    setPlace(isHere ? { ...place, chosenKey } : placeOf(stores, chosenKey));
  }
  const pageCount = Math.ceil(stores.length / perPage);
  const page = Math.min(Math.floor(place.first / perPage), pageCount - 1);

  function turnTo(next: number, direction: Direction): void {
    setPlace({ ...place, first: next * perPage, direction });
  }

  return {
    page,
    pageCount,
    shown: stores.slice(page * perPage, (page + 1) * perPage),
    direction: place.direction,
    turn: (step) => turnTo((page + step + pageCount) % pageCount, step === 1 ? 'forward' : 'backward'),
    turnTo: (next) => turnTo(next, next > page ? 'forward' : 'backward'),
  };
}
