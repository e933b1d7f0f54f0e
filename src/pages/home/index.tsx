import { Suspense, lazy, useEffect } from 'react';
import { loadTexts } from '#src/providers/i18n/i18n.ts';
import { loadLate } from '#src/providers/loading/load-late.ts';
import { beginLoading } from '#src/providers/loading/loading-store.ts';
import { useIsSignedIn } from '#src/providers/session/tokens.ts';
import { PublicHome } from './public/public-home.tsx';

async function loadDashboard() {
  return (await import('./dashboard/index.tsx')).Dashboard;
}

/** Its code and its texts come only for who is signed in. */
const Dashboard = lazy(async () => {
  const [dashboard] = await loadLate(() => Promise.all([loadDashboard(), loadTexts(['dashboard'])]));
  return { default: dashboard };
});

/** While the dashboard's code arrives; the global spinner shows meanwhile (§2). */
function Arriving() {
  useEffect(beginLoading, []);
  return <div aria-busy="true" />;
}

/** `/` (§2): what the service is for everyone; what was done lately for who is signed in. */
export function Component() {
  if (!useIsSignedIn()) return <PublicHome />;
  return (
    <Suspense fallback={<Arriving />}>
      <Dashboard />
    </Suspense>
  );
}
