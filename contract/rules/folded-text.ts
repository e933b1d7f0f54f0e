import { readText } from './typed-text.ts';

const MARKS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+/g;

/** Nearly all names. They are folded at once: a typeahead may have ten thousand. */
const PLAIN = /^[ -_a-~]*$/;

/** Letters that are no letter with a mark, and how people write them without it. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', ð: 'd', đ: 'd', ł: 'l', ħ: 'h', ŧ: 't', ı: 'i', ς: 'σ' },
};
const THOSE_LETTERS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
/** An apostrophe at the end of a word stands for an accent: NICCOLO'. */
const BETWEEN_WORDS = /'*\s+|'+$/g;

/**
 * A text as people search it: small letters without accents and invisible characters, plain apostrophes and dashes. The
 * same as `fold_text` of the database.
 */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase().replace(BETWEEN_WORDS, ' ').trim();
  return readText(text)
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(THOSE_LETTERS, (letter) => LETTERS[letter] ?? letter)
    .replace(BETWEEN_WORDS, ' ')
    .trim();
}

/** Whether every word of a search stands somewhere in the text. */
export function hasWords(text: string, search: string): boolean {
  const folded = foldText(text);
  return foldText(search)
    .split(' ')
    .every((word) => folded.includes(word));
}
