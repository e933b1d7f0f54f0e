import { useEffect } from 'react';
import { LazyPart } from '#src/components/lazy/lazy-part.tsx';
import { loadTexts } from '#src/providers/i18n/i18n.ts';
import { beginLoading } from '#src/providers/loading/loading-store.ts';
import { useIsSignedIn } from '#src/providers/session/tokens.ts';
import { PublicHome } from './public/public-home.tsx';

/** Its code and its texts come only for who is signed in. */
async function loadDashboard() {
  const [{ Dashboard }] = await Promise.all([import('./dashboard/index.tsx'), loadTexts(['dashboard'])]);
  return Dashboard;
}

/** While the dashboard's code arrives; the global spinner shows meanwhile (§2). */
function Arriving() {
  useEffect(beginLoading, []);
  return <div aria-busy="true" />;
}

/** `/` (§2): what the service is for everyone; what was done lately for who is signed in. */
export function Component() {
  if (!useIsSignedIn()) return <PublicHome />;
  return <LazyPart load={loadDashboard} props={{}} waiting={<Arriving />} />;
}
