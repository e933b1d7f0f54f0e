import { useNavigationKey } from '#src/hooks/use-navigation-key.ts';
import { Imports } from './imports.tsx';

/** Importazioni: files with a region's existing data. */
export function Component() {
  return <Imports key={useNavigationKey()} />;
}
