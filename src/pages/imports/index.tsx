import { useVisit } from '#src/hooks/use-visit.ts';
import { Imports } from './imports.tsx';

/** Importazioni: files that bring what a region already has. */
export function Component() {
  return <Imports key={useVisit()} />;
}
