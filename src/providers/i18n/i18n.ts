import { createInstance } from 'i18next';
import HttpBackend, { type HttpBackendOptions } from 'i18next-http-backend';
import { LANGUAGES, preferredLanguage, rememberLanguage } from './languages.ts';

/** The texts of the interface: one JSON file per language and namespace (§7); keys are `namespace:key`. */
export const i18n = createInstance();

/** Needed by every screen, and before anything can fail. */
const FIRST_NAMESPACES = ['common', 'error'];

function announceLanguage(language: string): void {
  document.documentElement.lang = language;
  rememberLanguage(language);
}

/**
 * Loads the texts that every screen needs, in the language chosen before. To be called once, before the first render.
 * @throws Error when they cannot be loaded; the entry point shows a readable page then
 */
export async function startI18n(): Promise<void> {
  i18n.on('languageChanged', announceLanguage);
  await i18n.use(HttpBackend).init<HttpBackendOptions>({
    lng: preferredLanguage(),
    fallbackLng: LANGUAGES[0],
    supportedLngs: [...LANGUAGES],
    ns: FIRST_NAMESPACES,
    defaultNS: false,
    backend: { loadPath: '/locales/{{lng}}/{{ns}}.json' },
    interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
  });
  const missing = FIRST_NAMESPACES.filter((namespace) => !i18n.hasResourceBundle(i18n.language, namespace));
  if (missing.length > 0) throw new Error(`/locales: ${missing.join(', ')} could not be loaded`);
}

/** Loads the texts of a screen, beside its code. */
export async function loadTexts(namespaces: readonly string[]): Promise<void> {
  await i18n.loadNamespaces(namespaces);
}

/** The text of a key in the language of the interface; `values` fill its `{placeholders}`. */
export function translate(key: string, values: Readonly<Record<string, unknown>> = {}): string {
  return i18n.t(key, values);
}
