import { searchWords } from '#src/components/store-map/search-words.ts';
import type { StoreCard } from '#src/components/store-map/store-card.ts';

/**
 * The cards that contain every word of the text as the start of a word in name, company or address. An empty text finds
 * all.
 */
export function searchCards(cards: readonly StoreCard[], text: string): readonly StoreCard[] {
  const wanted = searchWords(text).split(/(?= )/);
  return cards.filter(({ words }) => wanted.every((word) => words.includes(word)));
}
