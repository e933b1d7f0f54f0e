import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notifyError } from '#src/providers/api/notify-error.ts';
import { i18n, loadTexts, startI18n, translate } from '#src/providers/i18n.ts';
import { preferredLanguage, rememberLanguage } from '#src/providers/languages.ts';
import { currentAlerts } from '#src/providers/notifications/alert-store.ts';
import { portalTexts } from '#tests/support/portal-files.ts';

// @vitest-environment jsdom

const network = setupServer(...portalTexts());

beforeAll(() => network.listen());
afterAll(() => network.close());

test('§9 the first language is Italian, and a stored word that is no language changes nothing', () => {
  expect(preferredLanguage()).toBe('it');
  localStorage.setItem('language', 'xx');
  expect(preferredLanguage()).toBe('it');
});

test('design §7 texts that cannot be loaded are a failure of the start', async () => {
  network.use(http.get('/locales/it/common.json', () => new HttpResponse(null, { status: 404 })));
  await expect(startI18n()).rejects.toThrow('/locales: common could not be loaded');
});

test('§8 what fails before the texts are there is told in words once they are', async () => {
  notifyError({ status: 500 });
  expect(currentAlerts()).toEqual([]);
  network.resetHandlers();
  await startI18n();
  expect(currentAlerts()).toMatchObject([{ title: 'Attenzione!', text: 'Si è vericato un errore 500' }]);
});

test('§7 the texts of a screen are loaded beside its code, and placeholders are filled', async () => {
  await loadTexts(['public']);
  expect(i18n.hasResourceBundle('it', 'public')).toBe(true);
  expect(translate('error:status', { status: 503 })).toBe('Si è vericato un errore 503');
});

test('§9 the language chosen is kept for the next visit; a page that opens stores nothing', async () => {
  expect(localStorage.getItem('language')).toBe('xx');
  rememberLanguage('en');
  await i18n.changeLanguage(preferredLanguage());
  expect(document.documentElement.lang).toBe('en');
  expect(translate('error:attention')).toBe('Attention!');
});
