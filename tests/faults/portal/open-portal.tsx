import { setupServer } from 'msw/node';
import type { FunctionComponent } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import type { Tokens } from '#contract/calls/authentication.ts';
import { loadTexts, startI18n } from '#src/providers/i18n.ts';
import { dismissAllAlerts } from '#src/providers/notifications/alert-store.ts';
import { queryClient } from '#src/providers/query-client.ts';
import { loadRuntimeConfig } from '#src/providers/runtime-config.ts';
import { clearSessionStorage, writeTokens } from '#src/providers/session/tokens.ts';
import { BarePortal } from '#tests/support/bare-portal.tsx';
import { portalFiles, testConfig } from '#tests/support/portal-files.ts';

/** Loads configuration and texts of a portal whose API is at this address. Call it once per test file. */
export async function preparePortal(apiBaseUrl: string): Promise<void> {
  const files = setupServer(...portalFiles(testConfig(apiBaseUrl)));
  files.listen();
  await Promise.all([loadRuntimeConfig(), startI18n()]);
  await loadTexts(['sale', 'purchases', 'amc-orders']);
  // From here on requests reach the real network. The server of the portal's own files has no faults.
  files.close();
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => (input === '/config.json' ? Promise.resolve(new Response()) : fetch(input, init));
}

/**
 * Renders a component that uses the portal's hooks, for a user who has just signed in. Returns a function that unmounts
 * it.
 */
export function openPortal(tokens: Tokens, Screen: FunctionComponent): () => void {
  clearSessionStorage();
  dismissAllAlerts();
  queryClient.clear();
  writeTokens(tokens);
  const root = createRoot(document.createElement('div'));
  root.render(
    <MemoryRouter>
      <Routes>
        <Route element={<BarePortal />}>
          <Route path="*" element={<Screen />} />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
  return () => root.unmount();
}
