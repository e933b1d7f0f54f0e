import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { i18n, startI18n } from '#src/providers/i18n/i18n.ts';
import { dismissAllAlerts } from '#src/providers/notifications/alert-store.ts';
import { queryClient } from '#src/providers/query-client.ts';
import { loadRuntimeConfig } from '#src/providers/runtime-config.ts';
import { clearSessionStorage } from '#src/providers/session/tokens.ts';
import { portalFiles, testConfig } from '#tests/support/portal-files.ts';
import { network } from './network.ts';

/** What jsdom lacks and antd asks for. */
function fillInBrowser(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
  );
  // jsdom computes no style of pseudo elements, and says so on every call.
  const computedStyle = window.getComputedStyle.bind(window);
  window.getComputedStyle = (element) => computedStyle(element);
  Element.prototype.scrollIntoView = () => undefined;
  URL.createObjectURL = () => 'blob:test';
  URL.revokeObjectURL = () => undefined;
}

fillInBrowser();

/** How long a screen may take to show something on a busy machine, in ms. */
configure({ asyncUtilTimeout: 5000 });

beforeAll(async () => {
  network.listen({ onUnhandledRequest: 'error' });
  network.use(...portalFiles(testConfig('')));
  await Promise.all([loadRuntimeConfig(), startI18n()]);
});

beforeEach(() => network.resetHandlers(...portalFiles(testConfig(''))));

afterEach(async () => {
  cleanup();
  clearSessionStorage();
  queryClient.clear();
  dismissAllAlerts();
  await i18n.changeLanguage('it');
  localStorage.clear();
});

afterAll(() => network.close());
