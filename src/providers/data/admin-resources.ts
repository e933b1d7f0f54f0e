import { create } from 'zustand';
import { loadTexts } from '../i18n/i18n.ts';
import { loadLazy } from '../loading/load-lazy.ts';
import type { ResourceDeclaration } from './declaration.ts';

type Load = () => Promise<{ readonly adminResources: readonly ResourceDeclaration[] }>;

let load: Load | undefined;

const useAdminResourceStore = create<{ readonly resources: readonly ResourceDeclaration[] }>(() => ({ resources: [] }));

/** Registers the loader of the operators' resources. */
export function registerAdminResources(loadResources: Load): void {
  load = loadResources;
}

/**
 * Loads the operators' resources; other users never load them.
 * @throws if code or texts cannot be loaded
 */
export async function loadAdminResources(): Promise<void> {
  if (!load) return;
  const [{ adminResources }] = await Promise.all([loadLazy(load), loadTexts(['admin'])]);
  useAdminResourceStore.setState({ resources: adminResources });
}

/** The operators' resources; empty until an operator has signed in. */
export function useAdminResources(): readonly ResourceDeclaration[] {
  return useAdminResourceStore(({ resources }) => resources);
}
