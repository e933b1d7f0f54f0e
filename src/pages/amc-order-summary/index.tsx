import { useNavigationKey } from '#src/hooks/use-navigation-key.ts';
import { useIdentity } from '#src/providers/auth/use-identity.ts';
import { AmcOrderSummary } from './amc-order-summary.tsx';

/** Riepilogo Ordini AMC: the orders of a period and their status (§2). */
export function Component() {
  const navigationKey = useNavigationKey();
  const { data: identity } = useIdentity();
  return identity ? <AmcOrderSummary key={navigationKey} identity={identity} /> : null;
}
