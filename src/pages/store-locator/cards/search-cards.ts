import { searchWords } from '#src/components/store-map/search-words.ts';
import type { StoreCard } from '#src/components/store-map/store-card.ts';

/** The cards in whose name, company or address every word of the text begins a word; all of them for no text. */
export function searchCards(cards: readonly StoreCard[], text: string): readonly StoreCard[] {
  const wanted = searchWords(text).split(/(?= )/);
  return cards.filter(({ words }) => wanted.every((word) => words.includes(word)));
}
