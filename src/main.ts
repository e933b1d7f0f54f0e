import { mustSignOn, returnedSession } from './start-downloads.ts';
import { startI18n } from './providers/i18n.ts';
import { retry, withinTime } from './providers/loading/retry.ts';
import { loadRuntimeConfig } from './providers/runtime-config.ts';
import { beginSignOn, exchangeSession, putHomeBelowReturn } from './providers/session/begin-sign-on.ts';
import { leaveSession, preventKeptPage } from './providers/session/session.ts';
import { startTabSync } from './providers/session/tab-sync.ts';
import { isSignedIn } from './providers/session/tokens.ts';

/** Attempts to load the start data before the portal shows an error. */
const START_ATTEMPTS = 3;

/** How long a sign-on may take before the portal shows itself, in ms. */
const SIGN_ON_MS = 1000;

/**
 * Does what a sign-on needs and no screen: goes to the identity provider, or exchanges what came from there. The portal's
 * code is half a second of a slow computer, which nobody needs who leaves the page.
 * @throws ApiError as `beginSignOn` and `exchangeSession`
 */
async function signOn(configured: Promise<void>, sessionId: string | undefined): Promise<void> {
  const { pathname, search } = window.location;
  if (mustSignOn()) {
    await configured;
    await beginSignOn(pathname + search);
  } else if (sessionId !== undefined) {
    await configured;
    await exchangeSession(sessionId);
  }
}

/** Whether the browser has the newest functions that the portal uses (scripts/oldest-browsers.ts). */
function isNew(): boolean {
  return 'any' in AbortSignal && 'canParse' in URL;
}

async function begin(container: HTMLElement): Promise<void> {
  if (!isNew()) await retry(() => import('./older-browsers.ts'));
  preventKeptPage();
  putHomeBelowReturn();
  // The portal must listen to other tabs before it asks the server: a tab may have newer tokens.
  startTabSync(leaveSession);
  const configured = retry(loadRuntimeConfig, START_ATTEMPTS);
  // A failure before the first texts are loaded is told when they are.
  const translated = retry(startI18n, START_ATTEMPTS);
  const sessionId = isSignedIn() ? undefined : returnedSession();
  const signedOn = signOn(configured, sessionId);
  // They are handled where they are awaited, which may be later.
  for (const one of [configured, translated, signedOn]) one.catch(() => undefined);
  if (mustSignOn()) await withinTime(signedOn, SIGN_ON_MS).catch(() => undefined);
  const { start } = await retry(() => import('./start.tsx'));
  await start(container, { configured, translated, signedOn, sessionId });
}

const container = document.getElementById('root');
// public/head.js has found the browser too old, and the page says so.
if (container && !document.documentElement.hasAttribute('data-outdated')) {
  begin(container).catch((error: unknown) => {
    // Without the portal's code only the page itself can say how to go on.
    container.querySelector<HTMLElement>('.opening')?.style.setProperty('visibility', 'visible');
    reportError(error);
  });
}
