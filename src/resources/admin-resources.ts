import { create } from 'zustand';
import type { ResourceDeclaration } from '#src/providers/data/declaration.ts';
import { loadTexts } from '#src/providers/i18n/i18n.ts';
import { loadLazy } from '#src/providers/loading/load-lazy.ts';

const importAdmin = () => import('./admin/index.ts');

const useKnown = create<{ readonly resources: readonly ResourceDeclaration[] }>(() => ({ resources: [] }));

/**
 * From now on the portal knows what operators keep; nobody else waits for it.
 * @throws when its code or its texts do not come
 */
export async function learnAdminResources(): Promise<void> {
  const [{ adminResources }] = await Promise.all([loadLazy(importAdmin), loadTexts(['admin'])]);
  useKnown.setState({ resources: adminResources });
}

/** What operators keep, once one of them is there. */
export function useAdminResources(): readonly ResourceDeclaration[] {
  return useKnown((known) => known.resources);
}
