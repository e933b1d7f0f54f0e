import { useEffect } from 'react';
import { LazyPart } from '#src/components/lazy/lazy-part.tsx';
import { loadTexts } from '#src/providers/i18n/i18n.ts';
import { beginLoading } from '#src/providers/loading/loading-store.ts';
import { useIsSignedIn } from '#src/providers/session/tokens.ts';
import { PublicHome } from './public/public-home.tsx';

/** Loaded only for a signed-in user. */
async function loadDashboard() {
  const [{ Dashboard }] = await Promise.all([import('./dashboard/index.tsx'), loadTexts(['dashboard'])]);
  return Dashboard;
}

/** Renders nothing while the dashboard's code loads: the global spinner shows (§2). */
function Arriving() {
  useEffect(beginLoading, []);
  return <div aria-busy="true" />;
}

/** `/` (§2): the presentation of the service, or the dashboard of a signed-in user. */
export function Component() {
  if (!useIsSignedIn()) return <PublicHome />;
  return <LazyPart load={loadDashboard} props={{}} waiting={<Arriving />} />;
}
