import { useNavigationKey } from '#src/hooks/use-navigation-key.ts';
import { useIdentity } from '#src/providers/auth/use-identity.ts';
import { MonthClosing } from './month-closing.tsx';

/** Chiusure mensili: closes a month of a health authority for good. */
export function Component() {
  const navigationKey = useNavigationKey();
  const { data: identity } = useIdentity();
  return identity ? <MonthClosing key={navigationKey} ownAslId={identity.operatorAslId} /> : null;
}
