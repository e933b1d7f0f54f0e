import { foldText } from '#contract/rules/folded-text.ts';

const BETWEEN_WORDS = /[^\p{Letter}\p{Number}]+/u;

/** The words of a text in lower case and without accents, with a space before each, for a search. */
export function searchWords(text: string): string {
  return foldText(text)
    .split(BETWEEN_WORDS)
    .filter((word) => word !== '')
    .map((word) => ` ${word}`)
    .join('');
}
