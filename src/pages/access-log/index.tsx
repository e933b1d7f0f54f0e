import { useVisit } from '#src/hooks/use-visit.ts';
import { AccessLog } from './access-log.tsx';

/** Registro degli accessi: who saw or changed the data of a patient. */
export function Component() {
  return <AccessLog key={useVisit()} />;
}
