import { create } from 'zustand';
import { loadTexts } from '../i18n/i18n.ts';
import { loadLazy } from '../loading/load-lazy.ts';
import type { ResourceDeclaration } from './declaration.ts';

type Load = () => Promise<{ readonly adminResources: readonly ResourceDeclaration[] }>;

interface Known {
  readonly load?: Load;
  readonly resources: readonly ResourceDeclaration[];
}

const useKnown = create<Known>(() => ({ resources: [] }));

/** Sets the loader of the operators' resources. */
export function setAdminResources(load: Load): void {
  useKnown.setState({ load });
}

/**
 * Loads the operators' resources; other users never load them.
 * @throws if code or texts cannot be loaded
 */
export async function learnAdminResources(): Promise<void> {
  const { load } = useKnown.getState();
  if (!load) return;
  const [{ adminResources }] = await Promise.all([loadLazy(load), loadTexts(['admin'])]);
  useKnown.setState({ resources: adminResources });
}

/** The operators' resources; empty until an operator has signed in. */
export function useAdminResources(): readonly ResourceDeclaration[] {
  return useKnown(({ resources }) => resources);
}
