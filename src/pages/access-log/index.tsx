import { useNavigationKey } from '#src/hooks/use-navigation-key.ts';
import { AccessLog } from './access-log.tsx';

/** Registro degli accessi: who read or changed a patient's data. */
export function Component() {
  return <AccessLog key={useNavigationKey()} />;
}
