import './act.ts';
import './disable-console-tasks.ts';
import '@testing-library/jest-dom/vitest';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { setClockError } from '#contract/rules/clock.ts';
import { i18n, startI18n } from '#src/providers/i18n.ts';
import { useIsLoading } from '#src/providers/loading/loading-store.ts';
import { dismissAllAlerts } from '#src/providers/notifications/alert-store.ts';
import { queryClient } from '#src/providers/query-client.ts';
import { loadRuntimeConfig } from '#src/providers/runtime-config.ts';
import { clearSessionStorage, writeTokens } from '#src/providers/session/tokens.ts';
import { portalFiles, testConfig } from '#tests/support/portal-files.ts';
import './browser.ts';
import { endRequests, network, startRequests } from './network.ts';
import './queries.ts';
import { resetScanner } from './scanner.ts';
import { resetStores } from './stores.ts';

/** jsdom has no canvas. */
vi.mock('@ant-design/charts', () => import('./fake-charts.tsx'));
vi.mock('zustand', async (load) => (await import('./stores.ts')).keepStores(await load()));

beforeAll(async () => {
  startRequests();
  network.listen({ onUnhandledRequest: 'error' });
  network.use(...portalFiles(testConfig('')));
  await Promise.all([loadRuntimeConfig(), startI18n()]);
});

beforeEach(() => {
  startRequests();
  network.resetHandlers(...portalFiles(testConfig('')));
});

/** Ends what a test has started: it must not run on in the next one. */
async function endWork(): Promise<void> {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  endRequests();
  // What waits for the network goes on.
  window.dispatchEvent(new Event('online'));
  // A sign-on that has left no page would tell after 20 s that nobody answers.
  const blocked = { effectiveDirective: 'form-action', disposition: 'enforce' };
  document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), blocked));
  const { result, unmount } = renderHook(useIsLoading);
  await waitFor(() => {
    if (result.current) throw new Error('This test has left a load that does not end');
  });
  unmount();
}

/** All files of a worker share the portal's modules. */
async function resetPortal(): Promise<void> {
  // A new session ends what the end of the former one started.
  writeTokens({ accessToken: 'access-1', refreshToken: 'refresh-1' });
  clearSessionStorage();
  localStorage.clear();
  queryClient.clear();
  dismissAllAlerts();
  resetStores();
  setClockError(0);
  resetScanner();
  await i18n.changeLanguage('it');
  delete i18n.store.data.en;
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
}

afterEach(async () => {
  try {
    await endWork();
  } finally {
    await resetPortal();
  }
});

afterAll(() => network.close());
