import { useVisit } from '#src/hooks/use-visit.ts';
import { Imports } from './imports.tsx';

/** Importazioni: files with a region's existing data. */
export function Component() {
  return <Imports key={useVisit()} />;
}
