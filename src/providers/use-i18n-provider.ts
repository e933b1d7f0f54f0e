import type { I18nProvider } from '@refinedev/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { changeLanguage, i18n, translate } from './i18n.ts';
import { FIRST_NAMESPACES } from './languages.ts';
import { showAlert } from './notifications/alert-store.ts';

/** If the texts of a language cannot be loaded, shows an alert and keeps the language. */
async function changeLocale(language: string): Promise<void> {
  try {
    await changeLanguage(language);
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
