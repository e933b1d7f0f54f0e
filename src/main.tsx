import { mustSignOn, prefetchFirst, returnedSession } from './start-downloads.ts';
import '@fontsource/titillium-web/400.css';
import '@fontsource/titillium-web/600.css';
import '@fontsource/titillium-web/700.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { StartupErrorPage } from './components/layout/startup-error-page.tsx';
import { followTranslations } from './components/layout/translated-texts.ts';
import './components/theme/tokens.css';
import './components/theme/base.css';
import './components/plain/plain.css';
import './components/theme/media.css';
import { currentIdentity } from './providers/session/identity.ts';
import { beginReturn, beginSignOn, putHomeBelowReturn } from './providers/session/sign-on.ts';
import { knownFeatures } from './providers/api/features.ts';
import { startI18n } from './providers/i18n.ts';
import { preferredLanguage } from './providers/languages.ts';
import { LoadError, retry, withinTime } from './providers/loading/retry.ts';
import { loadRuntimeConfig } from './providers/runtime-config.ts';
import { leaveSession, preventKeptPage } from './providers/session/session.ts';
import { startTabSync } from './providers/session/tab-sync.ts';
import { isSignedIn } from './providers/session/tokens.ts';

/** Attempts to load the start data before the portal shows an error. */
const START_ATTEMPTS = 3;

/** How long the first render waits for the first screen, in ms, to render only once. */
const FIRST_SCREEN_MS = 1000;

/**
 * Signs on, or reads who is signed in, before the portal renders. The error policy shows a failure (§8), and the screen
 * offers to repeat it.
 */
async function startSession(): Promise<void> {
  const { pathname, search } = window.location;
  const sessionId = returnedSession();
  if (mustSignOn()) await beginSignOn(pathname + search);
  else if (!isSignedIn() && sessionId !== undefined) await beginReturn(sessionId);
  if (isSignedIn()) await Promise.allSettled([currentIdentity(), knownFeatures()]);
}

async function start(container: HTMLElement): Promise<void> {
  preventKeptPage();
  putHomeBelowReturn();
  const root = createRoot(container, {
    onCaughtError: (error) => {
      // The screen shows a failed load; it is no defect.
      if (!(error instanceof LoadError)) reportError(error);
    },
  });
  // The portal must listen to other tabs before it asks the server: a tab may have newer tokens.
  startTabSync(leaveSession);
  const configured = retry(loadRuntimeConfig, START_ATTEMPTS);
  const prepared = Promise.all([configured, retry(startI18n, START_ATTEMPTS)]);
  const firstScreen = configured.then(startSession).then(prefetchFirst);
  firstScreen.catch(() => undefined);
  const isOfUser = isSignedIn() || mustSignOn() || returnedSession() !== undefined;
  try {
    await prepared;
    if (isOfUser) await withinTime(firstScreen, FIRST_SCREEN_MS).catch(() => undefined);
  } catch (error) {
    const language = preferredLanguage();
    document.documentElement.lang = language;
    root.render(<StartupErrorPage language={language} error={error} />);
    return;
  }
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

followTranslations();
const container = document.getElementById('root');
if (container) void start(container);
