import { browserStore } from './session/storage.ts';

/** The languages of the interface; the first is the default (§9). */
export const LANGUAGES = ['it', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The namespaces that every screen needs, also to show an error. */
export const FIRST_NAMESPACES = ['common', 'error'];

const STORAGE_KEY = 'language';

function isLanguage(value: string | null): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** The language stored in this browser, or Italian. */
export function preferredLanguage(): Language {
  const stored = browserStore.read(STORAGE_KEY);
  return isLanguage(stored) ? stored : LANGUAGES[0];
}

/** Stores the choice in this browser. */
export function rememberLanguage(language: string): void {
  if (isLanguage(language)) browserStore.write(STORAGE_KEY, language);
}
