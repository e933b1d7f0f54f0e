/** The languages of the interface; the first is the default (§9). */
export const LANGUAGES = ['it', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The namespaces that every screen needs, and before anything can fail. */
export const FIRST_NAMESPACES = ['common', 'error'];

const STORAGE_KEY = 'language';

function isLanguage(value: string | null): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** The language chosen in this browser before, or Italian. */
export function preferredLanguage(): Language {
  const stored = localStorage.getItem(STORAGE_KEY);
  return isLanguage(stored) ? stored : LANGUAGES[0];
}

/** Keeps the choice for the next visit. */
export function rememberLanguage(language: string): void {
  if (isLanguage(language)) localStorage.setItem(STORAGE_KEY, language);
}
