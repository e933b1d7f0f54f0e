import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { startI18n } from '#src/providers/i18n.ts';
import { currentAlerts, dismissAllAlerts } from '#src/providers/notifications/alert-store.ts';
import { loadRuntimeConfig } from '#src/providers/runtime-config.ts';
import { clearSessionStorage, writeTokens } from '#src/providers/session/tokens.ts';
import { portalFiles, testConfig } from './portal-files.ts';
import {
  type ReceivedRequest,
  type ScriptedAnswer,
  type ScriptedServer,
  startScriptedServer,
} from './scripted-server.ts';

/** A server for the portal's providers, with a script per test. */
interface ServerUnderPortal {
  readonly server: ScriptedServer;
  script: (request: ReceivedRequest) => ScriptedAnswer | Promise<ScriptedAnswer>;
}

const files = setupServer();

/**
 * Prepares a test file that runs the portal's real providers against a real HTTP server. Configuration and texts are
 * loaded once; session and alerts are new for each test.
 */
export function usePortalAgainstServer(): ServerUnderPortal {
  const under = { script: () => ({ status: 500 }) } as unknown as ServerUnderPortal & { server: ScriptedServer };
  beforeAll(async () => {
    under.server = await startScriptedServer((request) => under.script(request));
    files.use(...portalFiles(testConfig(under.server.url)));
    files.listen({ onUnhandledRequest: 'bypass' });
    await Promise.all([loadRuntimeConfig(), startI18n()]);
  });
  afterEach(() => {
    under.server.requests.length = 0;
    clearSessionStorage();
    dismissAllAlerts();
  });
  afterAll(async () => {
    files.close();
    await under.server.close();
  });
  return under;
}

/** Signs the portal in with a numbered token pair: `access-1`, `refresh-1`. */
export function holdPair(number: number): void {
  writeTokens({ accessToken: `access-${number}`, refreshToken: `refresh-${number}` });
}

/** The alerts on the screen, each as title and text. */
export function alertTexts(): string[] {
  return currentAlerts().map(({ title, text }) => [title, text].filter(Boolean).join(' | '));
}
