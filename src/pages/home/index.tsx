import { LazyScreen } from '#src/components/lazy/lazy-part.tsx';
import { loadTexts } from '#src/providers/i18n/i18n.ts';
import { useIsSignedIn } from '#src/providers/session/tokens.ts';
import { PublicHome } from './public/public-home.tsx';

/** Loaded only for a signed-in user. */
export async function loadDashboard() {
  const [{ Dashboard }] = await Promise.all([import('./dashboard/index.tsx'), loadTexts(['dashboard', 'table'])]);
  return Dashboard;
}

/** `/` (§2): the presentation of the service, or the dashboard of a signed-in user. */
export function Component() {
  return useIsSignedIn() ? <LazyScreen load={loadDashboard} /> : <PublicHome />;
}
