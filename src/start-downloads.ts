import { callFirst } from './providers/http/first-answers.ts';
import { FIRST_NAMESPACES, preferredLanguage } from './providers/i18n/languages.ts';
import { paths } from './providers/paths.ts';
import { publicFile } from './providers/public-file.ts';
import { loadRuntimeConfig, runtimeConfig } from './providers/runtime-config.ts';
import { isSignedIn, readTokens, storedProfile } from './providers/session/tokens.ts';
import { firstRowsPath, partsOf } from './screens.ts';

// The first import of the entry point: asks for what the first screen needs before the rest of the entry runs. Who needs
// it asks again after a failure, and reports it.

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

/** Makes the calls without which a signed-in user sees nothing. */
async function makeFirstCalls(): Promise<void> {
  const tokens = readTokens();
  if (!tokens) return;
  await loadRuntimeConfig();
  const origin = runtimeConfig().apiBaseUrl || window.location.origin;
  const profile = storedProfile.read() ?? '';
  const firstPaths = [
    '/api/v1/users/me',
    COMPANIES.get(profile),
    firstRowsPath(window.location, profile),
    '/api/v1/extra/features',
  ];
  for (const path of firstPaths) if (path !== undefined) callFirst(origin + path, tokens.accessToken);
}

makeFirstCalls().catch(() => undefined);
const { pathname, search } = window.location;
const { texts, loads } = partsOf(pathname);
const importAuthentication = () => import('#contract/calls/authentication.ts');
const asksWho = isSignedIn() || (pathname === paths.signOnReturn && search !== '');
for (const load of [...(asksWho ? [importAuthentication] : []), ...loads]) load().catch(() => undefined);
for (const namespace of [...FIRST_NAMESPACES, ...texts]) preloadTexts(namespace);
