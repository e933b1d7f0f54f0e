const ACCENTS = /\p{Diacritic}/gu;

/** A text without accents, for a search. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(ACCENTS, '');
}
