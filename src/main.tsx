import './preload-first-screen.ts';
import '@fontsource/titillium-web/400.css';
import '@fontsource/titillium-web/600.css';
import '@fontsource/titillium-web/700.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, preloadFirstScreen } from './app.tsx';
import { StartupErrorPage } from './components/layout/startup-error-page.tsx';
import './components/theme/index.css';
import { currentIdentity } from './providers/auth/identity.ts';
import { goToReturnEntry } from './providers/auth/sign-on-history.ts';
import { knownFeatures } from './providers/features/features.ts';
import { startI18n } from './providers/i18n/i18n.ts';
import { preferredLanguage } from './providers/i18n/languages.ts';
import { LoadError, retry, withinTime } from './providers/loading/retry.ts';
import { loadRuntimeConfig } from './providers/runtime-config.ts';
import { reloadStalePages } from './providers/session/bfcache.ts';
import { leaveSession } from './providers/session/session.ts';
import { startTabSync } from './providers/session/tab-sync.ts';
import { isSignedIn } from './providers/session/tokens.ts';

/** How often the portal asks for what it starts with, before it says so. */
const START_ATTEMPTS = 3;

/** How long the first drawing waits for the first screen, in ms: what is there at once is drawn once. */
const FIRST_SCREEN_MS = 1000;

/** Asked at once for whoever is signed in. A failure is told by the error policy (§8), and asked again by 'Riprova'. */
async function preloadSession(): Promise<void> {
  if (isSignedIn()) await Promise.allSettled([currentIdentity(), knownFeatures()]);
}

async function start(container: HTMLElement): Promise<void> {
  if (await goToReturnEntry()) return;
  const root = createRoot(container, {
    onCaughtError: (error) => {
      // What could not be loaded is told on the screen, and is no defect.
      if (!(error instanceof LoadError)) reportError(error);
    },
  });
  // The other tabs are heard before the server is asked: one of them may hold newer tokens.
  startTabSync(leaveSession);
  const configured = retry(loadRuntimeConfig, START_ATTEMPTS);
  const prepared = Promise.all([configured, retry(startI18n, START_ATTEMPTS)]);
  const firstScreen = Promise.all([configured.then(preloadSession), preloadFirstScreen()]);
  firstScreen.catch(() => undefined);
  try {
    await prepared;
    // Who signs on first is shown something else.
    if (isSignedIn()) await withinTime(firstScreen, FIRST_SCREEN_MS).catch(() => undefined);
  } catch (error) {
    const language = preferredLanguage();
    document.documentElement.lang = language;
    root.render(<StartupErrorPage language={language} error={error} />);
    return;
  }
  reloadStalePages();
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

const container = document.getElementById('root');
if (container) void start(container);
