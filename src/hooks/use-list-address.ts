import { useGo } from '@refinedev/core';
import { useCallback } from 'react';
import type { Path } from '#src/providers/paths.ts';

/** Leads to a list that shows what meets these filters alone, as Refine keeps them in the URL. */
export type ListAddress = (filters: Readonly<Record<string, string>>) => string;

/** The address of a list, filtered. */
export function useListAddress(path: Path): ListAddress {
  const go = useGo();
  return useCallback(
    (filters) => {
      const asked = Object.entries(filters).map(([field, value]) => ({ field, operator: 'eq', value }) as const);
      return String(go({ to: path, query: { filters: asked }, type: 'path' }));
    },
    [go, path],
  );
}
