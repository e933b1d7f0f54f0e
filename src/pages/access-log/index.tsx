import { useVisit } from '#src/hooks/use-visit.ts';
import { AccessLog } from './access-log.tsx';

/** Registro degli accessi: who read or changed a patient's data. */
export function Component() {
  return <AccessLog key={useVisit()} />;
}
