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

/** Says where what operators keep comes from. */
export function setAdminResources(load: Load): void {
  useKnown.setState({ load });
}

/**
 * From now on the portal knows what operators keep; nobody else waits for it.
 * @throws when its code or its texts do not come
 */
export async function learnAdminResources(): Promise<void> {
  const { load } = useKnown.getState();
  if (!load) return;
  const [{ adminResources }] = await Promise.all([loadLazy(load), loadTexts(['admin'])]);
  useKnown.setState({ resources: adminResources });
}

/** What operators keep, once one of them is there. */
export function useAdminResources(): readonly ResourceDeclaration[] {
  return useKnown(({ resources }) => resources);
}
