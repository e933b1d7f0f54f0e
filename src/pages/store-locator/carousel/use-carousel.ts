import { useState } from 'react';
import type { DistantCard } from '../cards/distance.ts';

/** The direction of the last turn. */
export type Direction = 'forward' | 'backward';

interface CarouselState {
  /** The current page, from 0. */
  readonly page: number;
  readonly pageCount: number;
  readonly shown: readonly DistantCard[];
  readonly direction: Direction;
  /** Turns the page. The first page follows the last, and the last precedes the first (§9). */
  readonly turn: (step: 1 | -1) => void;
  readonly turnTo: (page: number) => void;
}

interface Place {
  /** The first card of the page, from 0. */
  readonly first: number;
  readonly direction: Direction;
  readonly stores: readonly DistantCard[];
  readonly chosenKey: string | null;
}

/** The page of the chosen store, otherwise the first page. */
function placeOf(stores: readonly DistantCard[], chosenKey: string | null): Place {
  const chosen = stores.findIndex(({ card }) => card.key === chosenKey);
  return { first: Math.max(0, chosen), direction: 'forward', stores, chosenKey };
}

/**
 * The pages of the carousel. It turns to a store that is chosen elsewhere, and to the first page when the cards change.
 */
export function useCarousel(stores: readonly DistantCard[], chosenKey: string | null, perPage: number): CarouselState {
  const [place, setPlace] = useState(() => placeOf(stores, chosenKey));
  // Even with a chosen store: a search and 'vicino a me' clear the choice, but the URL may change later than the cards.
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
