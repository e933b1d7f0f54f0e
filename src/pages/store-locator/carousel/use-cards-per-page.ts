import { useSyncExternalStore } from 'react';

const NARROW = '(max-width: 767px)';
const CARDS_PER_PAGE = 3;

function subscribe(listener: () => void): () => void {
  const narrow = window.matchMedia(NARROW);
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}

/** How many cards the carousel shows at once: 3 (§9), on a phone 1. */
export function useCardsPerPage(): number {
  return useSyncExternalStore(subscribe, () => (window.matchMedia(NARROW).matches ? 1 : CARDS_PER_PAGE));
}
