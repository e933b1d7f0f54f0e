import { create } from 'zustand';
import { loadTexts } from '../i18n/i18n.ts';
import { loadLazy } from '../loading/load-lazy.ts';
import type { ResourceDeclaration } from './declaration.ts';

type Load = () => Promise<{ readonly adminResources: readonly ResourceDeclaration[] }>;

interface AdminResourceState {
  readonly load?: Load;
  readonly resources: readonly ResourceDeclaration[];
}

const useAdminResourceStore = create<AdminResourceState>(() => ({ resources: [] }));

/** Registers the loader of the operators' resources. */
export function registerAdminResources(load: Load): void {
  useAdminResourceStore.setState({ load });
}

/**
 * Loads the operators' resources; other users never load them.
 * @throws if code or texts cannot be loaded
 */
export async function loadAdminResources(): Promise<void> {
  const { load } = useAdminResourceStore.getState();
  if (!load) return;
  const [{ adminResources }] = await Promise.all([loadLazy(load), loadTexts(['admin'])]);
  useAdminResourceStore.setState({ resources: adminResources });
}

/** The operators' resources; empty until an operator has signed in. */
export function useAdminResources(): readonly ResourceDeclaration[] {
  return useAdminResourceStore(({ resources }) => resources);
}
