import { useGetIdentity } from '@refinedev/core';
import { useNavigationKey } from '#src/hooks/use-navigation-key.ts';
import type { Identity } from '#src/providers/auth/identity.ts';
import { MonthClosing } from './month-closing.tsx';

/** Chiusure mensili: closes a month of a health authority for good. */
export function Component() {
  const navigationKey = useNavigationKey();
  const { data: identity } = useGetIdentity<Identity | null>();
  return identity ? <MonthClosing key={navigationKey} ownAslId={identity.operatorAslId} /> : null;
}
