import type { BaseKey, CrudFilter, CrudSort } from '@refinedev/core';
import { useResourceParams } from '@refinedev/core';
import { useLocation } from 'react-router-dom';
import type { ResourceDeclaration } from '#src/providers/data/declaration.ts';
import { onSignedOut } from '#src/providers/session/tokens.ts';

interface Search {
  readonly filters: readonly CrudFilter[];
  readonly sorters: readonly CrudSort[];
  readonly page: number;
}

/** Ids of confidential records, which must not be in the URL. Kept in memory until the session or the page ends. */
const opened: BaseKey[] = [];
/** The last search of each confidential list, by the name of its resource. */
export const searches = new Map<string, Search>();

onSignedOut(() => {
  opened.length = 0;
  searches.clear();
});

/** History state of an opened record. It is valid only in the page load that created it. */
export function openedState(id: BaseKey) {
  if (!opened.includes(id)) opened.push(id);
  return { opened: `${performance.timeOrigin}/${opened.indexOf(id)}` };
}

/** The id of the current record; undefined if the page no longer knows it. */
export function useRecordId({ isConfidential }: ResourceDeclaration): BaseKey | undefined {
  const state = useLocation().state as Partial<ReturnType<typeof openedState>> | null;
  const { id } = useResourceParams();
  return isConfidential ? opened.find((one) => openedState(one).opened === state?.opened) : id;
}

/** History state of a list that is shown in place of a record whose id the page no longer knows. */
export const FORGOTTEN = { isForgotten: true };

/** Whether the list is shown in place of a record, for example after a reload. */
export function useIsForgotten(): boolean {
  return (useLocation().state as Partial<typeof FORGOTTEN> | null)?.isForgotten === true;
}
