import { createInstance } from 'i18next';
import HttpBackend, { type HttpBackendOptions } from 'i18next-http-backend';
import { initReactI18next } from 'react-i18next';
import { FILE_TIMEOUT_MS } from '../fetch-file.ts';
import { publicFile } from '../public-file.ts';
import { FIRST_NAMESPACES, LANGUAGES, preferredLanguage, rememberLanguage } from './languages.ts';

/** The texts of the interface: one JSON file per language and namespace (§7); keys are `namespace:key`. */
export const i18n = createInstance();

/** Before it there is no language of which texts could be loaded. */
const initialized = new Promise<void>((resolve) => {
  i18n.on('initialized', () => resolve());
});

let isStarting = false;
const waiting: (() => void)[] = [];

/** Does something that needs the first texts: at once, or when they are there. */
export function onceTranslated(act: () => void): void {
  if (isStarting) waiting.push(act);
  else act();
}

function announceLanguage(language: string): void {
  document.documentElement.lang = language;
  rememberLanguage(language);
}

function missingOf(language: string, namespaces: readonly string[]): string[] {
  return namespaces.filter((namespace) => !i18n.hasResourceBundle(language, namespace));
}

/** @throws Error when they cannot be loaded */
async function loadTextsOf(language: string, namespaces: readonly string[]): Promise<void> {
  const missing = missingOf(language, namespaces);
  // i18next by itself never asks again for a file that it could not get.
  if (missing.length > 0) await i18n.reloadResources([language], missing);
  const stillMissing = missingOf(language, missing);
  if (stillMissing.length > 0) throw new Error(`/locales: ${stillMissing.join(', ')} could not be loaded`);
}

/**
 * Loads the texts of a screen, beside its code.
 * @throws Error when they cannot be loaded
 */
export async function loadTexts(namespaces: readonly string[]): Promise<void> {
  await initialized;
  await i18n.loadNamespaces(namespaces);
  await loadTextsOf(i18n.language, namespaces);
}

/**
 * Loads the texts that every screen needs, in the language chosen before. To be called before the first render, and
 * again after a failure.
 * @throws Error when they cannot be loaded; the entry point shows a readable page then
 */
export async function startI18n(): Promise<void> {
  isStarting = true;
  if (!i18n.isInitialized) {
    i18n.on('languageChanged', announceLanguage);
    await i18n
      .use(HttpBackend)
      .use(initReactI18next)
      .init<HttpBackendOptions>({
        lng: preferredLanguage(),
        fallbackLng: false,
        supportedLngs: [...LANGUAGES],
        ns: FIRST_NAMESPACES,
        defaultNS: false,
        interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
        react: { useSuspense: false, bindI18nStore: 'added' },
        backend: {
          loadPath: publicFile('/locales/{{lng}}/{{ns}}.json'),
          requestOptions: () => ({ signal: AbortSignal.timeout(FILE_TIMEOUT_MS) }),
        },
        // Who asks for the texts asks again, with the code that needs them.
        maxRetries: 0,
      });
  }
  await loadTexts(FIRST_NAMESPACES);
  isStarting = false;
  for (const act of waiting.splice(0)) act();
}

/**
 * Changes the language of the interface.
 * @throws Error when the texts of what is on the screen cannot be loaded; the language stays then
 */
export async function changeLanguage(language: string): Promise<void> {
  await loadTextsOf(language, [i18n.options.ns ?? []].flat());
  await i18n.changeLanguage(language);
}

/** The text of a key in the language of the interface; `values` fill its `{placeholders}`. */
export function translate(key: string, values: Readonly<Record<string, unknown>> = {}): string {
  return i18n.t(key, values);
}
