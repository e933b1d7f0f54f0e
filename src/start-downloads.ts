import { FIRST_NAMESPACES, preferredLanguage } from './providers/i18n/languages.ts';
import { paths } from './providers/paths.ts';
import { publicFile } from './providers/public-file.ts';
import { isSignedIn } from './providers/session/tokens.ts';
import { partsOf } from './screens.ts';

/** Preloads texts before i18next runs; i18next then finds them in the browser's cache. */
function preloadTexts(namespace: string): void {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'fetch';
  link.crossOrigin = 'anonymous';
  link.href = publicFile(`/locales/${preferredLanguage()}/${namespace}.json`);
  document.head.append(link);
}

// The first import of the entry point: requests the code and texts of the first screen before the rest of the entry
// runs. Their users repeat and report a failed load.
const { pathname, search } = window.location;
const { texts, loads } = partsOf(pathname);
const importAuthentication = () => import('#contract/calls/authentication.ts');
// The request for the user comes first, because the first render needs it.
const asksWho = isSignedIn() || (pathname === paths.signOnReturn && search !== '');
for (const load of [...(asksWho ? [importAuthentication] : []), ...loads]) load().catch(() => undefined);
for (const namespace of [...FIRST_NAMESPACES, ...texts]) preloadTexts(namespace);
