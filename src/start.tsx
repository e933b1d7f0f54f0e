import '@fontsource/titillium-web/400.css';
import '@fontsource/titillium-web/600.css';
import '@fontsource/titillium-web/700.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { refuseDrops } from './components/layout/dropped-files.ts';
import { StartupErrorPage } from './components/layout/startup-error-page.tsx';
import { followTranslations } from './components/layout/translated-texts.ts';
import './components/theme/tokens.css';
import './components/theme/base.css';
import './components/plain/plain.css';
import './components/theme/media.css';
import { currentIdentity } from './providers/session/identity.ts';
import { beginReturn } from './providers/session/end-sign-on.ts';
import { knownFeatures } from './providers/api/features.ts';
import { preferredLanguage } from './providers/languages.ts';
import { LoadError, withinTime } from './providers/loading/retry.ts';
import { isSignedIn } from './providers/session/tokens.ts';
import { prefetchFirst, returnedSession } from './start-downloads.ts';

/** How long the first render waits for the first screen, in ms, to render only once. */
const FIRST_SCREEN_MS = 1000;

/** What the entry point has begun (src/main.ts). */
interface Begun {
  /** The configuration. It rejects if the portal cannot start. */
  readonly configured: Promise<void>;
  /** The first texts. It rejects if the portal cannot start. */
  readonly translated: Promise<void>;
  /** The calls of a sign-on. It rejects if the user is not signed on, which the screen shows (§8). */
  readonly signedOn: Promise<void>;
  /** The one-time session of a return from the identity provider. */
  readonly sessionId: string | undefined;
}

/** Reads who is signed in, before the portal renders. The error policy shows a failure, and the screen repeats it (§8). */
async function startSession({ signedOn, sessionId }: Begun): Promise<void> {
  if (sessionId === undefined) await signedOn;
  else await beginReturn(sessionId);
  if (isSignedIn()) await Promise.allSettled([currentIdentity(), knownFeatures()]);
}

/** Renders the portal when its configuration, its first texts and its first screen are loaded. */
export async function start(container: HTMLElement, begun: Begun): Promise<void> {
  followTranslations();
  refuseDrops();
  const root = createRoot(container, {
    onCaughtError: (error) => {
      // The screen shows a failed load; it is no defect.
      if (!(error instanceof LoadError)) reportError(error);
    },
  });
  const prepared = Promise.all([begun.configured, begun.translated]);
  const firstScreen = begun.configured.then(() => startSession(begun)).then(prefetchFirst);
  firstScreen.catch(() => undefined);
  const isOfUser = isSignedIn() || returnedSession() !== undefined;
  try {
    await prepared;
    // The entry point has waited for a sign-on that leads away.
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
