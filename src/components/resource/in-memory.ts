import type { BaseKey, CrudFilter, CrudSort } from '@refinedev/core';
import { useResourceParams } from '@refinedev/core';
import { useLocation } from 'react-router-dom';
import type { ResourceDeclaration } from '#src/providers/data/declaration.ts';
import { isSignedIn, onTokensChange } from '#src/providers/session/tokens.ts';

/** What a list was searched for, and how far it was turned. */
interface Search {
  readonly filters: readonly CrudFilter[];
  readonly sorters: readonly CrudSort[];
  readonly page: number;
}

/** What stands in the address of other resources, for confidential ones: as long as the page and the session. */
const opened: BaseKey[] = [];
const searches = new Map<string, Search>();

onTokensChange(() => {
  if (isSignedIn()) return;
  opened.length = 0;
  searches.clear();
});

/** What the history keeps of a record that is opened: it means nothing to another page, nor to this one loaded anew. */
interface Opened {
  readonly opened: string;
}

export function openedState(id: BaseKey): Opened {
  if (!opened.includes(id)) opened.push(id);
  return { opened: `${performance.timeOrigin}/${opened.indexOf(id)}` };
}

/** The record that the screen shows; undefined where the page no longer knows. */
export function useRecordId({ isConfidential }: ResourceDeclaration): BaseKey | undefined {
  const state: unknown = useLocation().state;
  const { id } = useResourceParams();
  if (!isConfidential) return id;
  const token = (state as Partial<Opened> | null)?.opened;
  return opened.find((one) => openedState(one).opened === token);
}

export function rememberSearch(resource: string, search: Search): void {
  searches.set(resource, search);
}

export function rememberedSearch(resource: string): Search | undefined {
  return searches.get(resource);
}
