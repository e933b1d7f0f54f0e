import { callFirst, endFirstCalls } from './providers/api/first-answers.ts';
import { FIRST_NAMESPACES, preferredLanguage } from './providers/languages.ts';
import { paths } from './providers/paths.ts';
import { publicFile } from './providers/api/files.ts';
import { apiUrl, loadRuntimeConfig } from './providers/runtime-config.ts';
import { isSignedIn, onSignedOut, readTokens, storedProfile } from './providers/session/tokens.ts';
import { firstRowsPath, partsOf } from './screens.ts';

// The first import of the entry point: requests code, texts and data of the first screen before the rest of the entry
// runs. Their users repeat and report what fails.

/** By profile: the call that names the company in the header. */
const COMPANIES = new Map([
  ['BUSINESS', '/api/v1/businesses/me'],
  ['ASL', '/api/v1/asl/me'],
]);

/** Preloads texts before i18next runs; i18next then finds them in the browser's cache. */
function preloadTexts(namespace: string): void {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'fetch';
  link.crossOrigin = 'anonymous';
  link.href = publicFile(`/locales/${preferredLanguage()}/${namespace}.json`);
  document.head.append(link);
}

/** Makes the calls of the first screen that need no code but this (decision 0047). */
async function makeFirstCalls(): Promise<void> {
  if (!isSignedIn()) return;
  await loadRuntimeConfig();
  // Read now: another tab may have got newer tokens meanwhile, or may have signed out.
  const tokens = readTokens();
  if (!tokens) return;
  onSignedOut(endFirstCalls);
  const profile = storedProfile.read() ?? '';
  const firstPaths = [
    '/api/v1/users/me',
    COMPANIES.get(profile),
    firstRowsPath(window.location, profile),
    '/api/v1/extra/features',
  ];
  for (const path of firstPaths) if (path !== undefined) callFirst(apiUrl() + path, tokens.accessToken);
}

makeFirstCalls().catch(() => undefined);
const { pathname, search } = window.location;
const { texts, loads } = partsOf(pathname);
const importAuthentication = () => import('#contract/calls/authentication.ts');
const asksWho = isSignedIn() || (pathname === paths.signOnReturn && search !== '');
for (const load of [...(asksWho ? [importAuthentication] : []), ...loads]) load().catch(() => undefined);
for (const namespace of [...FIRST_NAMESPACES, ...texts]) preloadTexts(namespace);
