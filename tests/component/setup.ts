import './act.ts';
import './disable-console-tasks.ts';
import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { setClockError } from '#contract/rules/clock.ts';
import { i18n, startI18n } from '#src/providers/i18n.ts';
import { dismissAllAlerts } from '#src/providers/notifications/alert-store.ts';
import { queryClient } from '#src/providers/query-client.ts';
import { loadRuntimeConfig } from '#src/providers/runtime-config.ts';
import { clearSessionStorage, writeTokens } from '#src/providers/session/tokens.ts';
import { portalFiles, testConfig } from '#tests/support/portal-files.ts';
import './browser.ts';
import { network } from './network.ts';
import './queries.ts';
import { resetScanner } from './scanner.ts';

/** jsdom has no canvas. */
vi.mock('@ant-design/charts', () => import('./fake-charts.tsx'));

beforeAll(async () => {
  network.listen({ onUnhandledRequest: 'error' });
  network.use(...portalFiles(testConfig('')));
  await Promise.all([loadRuntimeConfig(), startI18n()]);
});

beforeEach(() => network.resetHandlers(...portalFiles(testConfig(''))));

afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  // The next test starts online.
  window.dispatchEvent(new Event('online'));
  // A new session ends what the end of the former one started.
  writeTokens({ accessToken: 'access-1', refreshToken: 'refresh-1' });
  clearSessionStorage();
  queryClient.clear();
  dismissAllAlerts();
  setClockError(0);
  resetScanner();
  await i18n.changeLanguage('it');
  delete i18n.store.data.en;
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
});

afterAll(() => network.close());
