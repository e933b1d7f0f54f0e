import type { I18nProvider } from '@refinedev/core';
import { useMemo, useSyncExternalStore } from 'react';
import { showAlert } from '../notifications/alert-store.ts';
import { changeLanguage, i18n, translate } from './i18n.ts';

let revision = 0;

function subscribe(listener: () => void): () => void {
  function onChange(): void {
    revision += 1;
    listener();
  }
  i18n.on('languageChanged', onChange);
  i18n.store.on('added', onChange);
  return () => {
    i18n.off('languageChanged', onChange);
    i18n.store.off('added', onChange);
  };
}

/** A language whose texts do not come is not chosen, and the user is told. */
async function changeLocale(language: string): Promise<void> {
  try {
    await changeLanguage(language);
  } catch {
    showAlert({ kind: 'danger', text: translate('error:languageFailed'), duration: null, dismissible: true });
  }
}

function isValues(options: unknown): options is Record<string, unknown> {
  return typeof options === 'object' && options !== null;
}

/**
 * Refine's i18n provider. It is a new object after every change of language or texts, so that every screen that
 * translates renders anew. A key without text answers Refine's default text where there is one, else the key.
 */
export function useI18nProvider(): I18nProvider {
  const current = useSyncExternalStore(subscribe, () => revision);
  return useMemo(
    () => ({
      revision: current,
      translate: (key: string, options?: unknown, defaultMessage?: string) =>
        i18n.exists(key, isValues(options) ? options : {})
          ? translate(key, isValues(options) ? options : {})
          : (defaultMessage ?? key),
      changeLocale,
      getLocale: () => i18n.language,
    }),
    [current],
  );
}
