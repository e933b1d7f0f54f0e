import { useEffect } from 'react';
import { beginLoading } from '#src/providers/loading/loading-store.ts';
import { CONTENT_ID } from '../focus/content-id.ts';

/** In the place of the first screen while its code arrives; the global spinner shows meanwhile (§2). */
export function LoadingScreen() {
  useEffect(beginLoading, []);
  return <main id={CONTENT_ID} className="app__main" tabIndex={-1} aria-busy="true" />;
}
