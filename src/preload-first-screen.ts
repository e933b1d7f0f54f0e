import { FIRST_NAMESPACES, preferredLanguage } from './providers/i18n/languages.ts';
import { paths } from './providers/paths.ts';
import { publicFile } from './providers/public-file.ts';
import { isSignedIn } from './providers/session/tokens.ts';
import { partsOf } from './screens.ts';

/** Asks for texts before i18next can; it then finds them with the browser. */
function preloadTexts(namespace: string): void {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'fetch';
  link.crossOrigin = 'anonymous';
  link.href = publicFile(`/locales/${preferredLanguage()}/${namespace}.json`);
  document.head.append(link);
}

// The entry point's first import: what the first screen is made of is on its way before the rest of the entry is run.
// A failure is told, and what failed is asked for again, by whoever needs it.
const { pathname, search } = window.location;
const { texts, loads } = partsOf(pathname);
const importAuthentication = () => import('#contract/calls/authentication.ts');
// Who is signed in decides what is drawn, and is asked first.
const asksWho = isSignedIn() || (pathname === paths.signOnReturn && search !== '');
for (const load of [...(asksWho ? [importAuthentication] : []), ...loads]) load().catch(() => undefined);
for (const namespace of [...FIRST_NAMESPACES, ...texts]) preloadTexts(namespace);
