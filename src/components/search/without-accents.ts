const ACCENTS = /\p{Diacritic}/gu;

/** A text as who types without accents writes it. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(ACCENTS, '');
}
