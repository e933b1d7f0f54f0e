import { useGetIdentity } from '@refinedev/core';
import { useNavigationKey } from '#src/hooks/use-navigation-key.ts';
import type { Identity } from '#src/providers/auth/identity.ts';
import { AmcOrderSummary } from './amc-order-summary.tsx';

/** Riepilogo Ordini AMC: the orders of a period and their status (§2). */
export function Component() {
  const navigationKey = useNavigationKey();
  const { data: identity } = useGetIdentity<Identity | null>();
  return identity ? <AmcOrderSummary key={navigationKey} identity={identity} /> : null;
}
