import { useNavigationKey } from '#src/hooks/use-navigation-key.ts';
import { useIdentity } from '#src/providers/auth/use-identity.ts';
import { BillingSummary } from './billing-summary.tsx';

/** Prospetto fatturazione: the documents of the amount billed to a health authority in a period (§2). */
export function Component() {
  const navigationKey = useNavigationKey();
  const { data: identity } = useIdentity();
  return identity ? <BillingSummary key={navigationKey} identity={identity} /> : null;
}
