import { publicFile } from './providers/api/files.ts';
import { FIRST_NAMESPACES, preferredLanguage } from './providers/languages.ts';
import { prefetch } from './providers/loading/load-lazy.ts';
import { paths } from './providers/paths.ts';
import { desiredPath } from './providers/session/desired-location.ts';
import { isSignedIn } from './providers/session/tokens.ts';
import { needsSession, screensAt } from './screens.ts';

// The first import of the entry point: what the address needs is asked for before the rest of the entry runs, which
// takes a slow computer 300 ms (docs/decisions/0021-lazy-loading.md). Its users repeat and report what fails.

/** The one-time session with which the identity provider sends the user back; undefined elsewhere. */
export function returnedSession(): string | undefined {
  const { pathname, search } = window.location;
  const sessionId = new URLSearchParams(search).get('sessionId') ?? '';
  return pathname === paths.signOnReturn && sessionId !== '' ? sessionId : undefined;
}

/** Whether the user must sign on before the address shows anything. */
export function mustSignOn(): boolean {
  return !isSignedIn() && needsSession(window.location.pathname);
}

/** The screen that the user works with first; undefined for whoever must sign on. */
function firstPath(): string | undefined {
  if (mustSignOn()) return undefined;
  return returnedSession() === undefined ? window.location.pathname : (desiredPath() ?? paths.patientSearch);
}

/** Loads the code and the texts of the first screen. */
export async function prefetchFirst(): Promise<void> {
  const path = firstPath();
  if (path !== undefined) await prefetch(path);
}

/** Preloads texts before i18next runs; i18next then finds them in the browser's cache. */
function preloadTexts(namespace: string): void {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'fetch';
  link.crossOrigin = 'anonymous';
  link.href = publicFile(`/locales/${preferredLanguage()}/${namespace}.json`);
  document.head.append(link);
}

const path = firstPath();
const texts = path === undefined ? [] : screensAt(path).flatMap((screen) => screen.texts);
// The first call asks who the user is, or signs on.
if (isSignedIn() || path !== window.location.pathname) {
  import('#contract/calls/authentication.ts').catch(() => undefined);
}
void prefetchFirst();
for (const namespace of new Set([...FIRST_NAMESPACES, ...texts])) preloadTexts(namespace);
