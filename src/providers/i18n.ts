import type { I18nProvider } from '@refinedev/core';
import { createInstance } from 'i18next';
import HttpBackend, { type HttpBackendOptions } from 'i18next-http-backend';
import { useMemo } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import { FILE_TIMEOUT_MS, publicFile } from './api/files.ts';
import { FIRST_NAMESPACES, LANGUAGES, preferredLanguage, rememberLanguage } from './languages.ts';
import { showAlert } from './notifications/alert-store.ts';

/** The texts of the interface: one JSON file per language and namespace (§7). Keys are `namespace:key`. */
export const i18n = createInstance();

/** Texts can be loaded only after the initialization sets the language. */
const initialized = new Promise<void>((resolve) => {
  i18n.on('initialized', () => resolve());
});

let isStarting = false;
const waiting: (() => void)[] = [];

/** Runs a function that needs the first texts: now, or when they are loaded. */
export function onceTranslated(act: () => void): void {
  if (isStarting) waiting.push(act);
  else act();
}

function announceLanguage(language: string): void {
  document.documentElement.lang = language;
}

function missingOf(language: string, namespaces: readonly string[]): string[] {
  return namespaces.filter((namespace) => !i18n.hasResourceBundle(language, namespace));
}

/** @throws Error if they cannot be loaded */
async function loadTextsOf(language: string, namespaces: readonly string[]): Promise<void> {
  const missing = missingOf(language, namespaces);
  // i18next does not repeat a failed load by itself.
  if (missing.length > 0) await i18n.reloadResources([language], missing);
  const stillMissing = missingOf(language, missing);
  if (stillMissing.length > 0) throw new Error(`/locales: ${stillMissing.join(', ')} could not be loaded`);
}

/**
 * Loads the texts of a screen.
 * @throws Error if they cannot be loaded
 */
export async function loadTexts(namespaces: readonly string[]): Promise<void> {
  await initialized;
  await i18n.loadNamespaces(namespaces);
  await loadTextsOf(i18n.language, namespaces);
}

/**
 * Loads the texts that every screen needs, in the preferred language. Call it before the first render, and again after
 * a failure.
 * @throws Error if they cannot be loaded; the entry point then shows an error page
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
        // The loader of a screen repeats code and texts together.
        maxRetries: 0,
      });
  }
  await loadTexts(FIRST_NAMESPACES);
  isStarting = false;
  for (const act of waiting.splice(0)) act();
}

/**
 * Changes the language of the interface.
 * @throws Error if the texts of the current screen cannot be loaded; the language then stays
 */
export async function changeLanguage(language: string): Promise<void> {
  await loadTextsOf(language, [i18n.options.ns ?? []].flat());
  await i18n.changeLanguage(language);
}

/** The text of a key in the language of the interface; `values` fill its `{placeholders}`. */
export function translate(key: string, values: Readonly<Record<string, unknown>> = {}): string {
  return i18n.t(key, values);
}

/** If the texts of a language cannot be loaded, shows an alert and keeps the language. */
async function changeLocale(language: string): Promise<void> {
  try {
    await changeLanguage(language);
    // Only a choice is stored: a page that opens would undo the choice that another tab makes meanwhile.
    rememberLanguage(language);
  } catch {
    showAlert({ kind: 'danger', text: translate('error:languageFailed'), duration: null });
  }
}

/**
 * Refine's i18n provider. It is a new object after every change of language or texts, so that all texts render again. A
 * missing text gives Refine's default text, otherwise the key.
 */
export function useI18nProvider(): I18nProvider {
  const { t } = useTranslation(FIRST_NAMESPACES);
  return useMemo(
    () => ({
      translate: (key: string, options?: Readonly<Record<string, unknown>>, defaultMessage?: string) =>
        t(key, { ...options, defaultValue: defaultMessage ?? key }),
      changeLocale,
      getLocale: () => i18n.language,
    }),
    [t],
  );
}
