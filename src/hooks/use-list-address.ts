import { useGo } from '@refinedev/core';
import { useCallback } from 'react';
import type { Path } from '#src/providers/paths.ts';

/** Builds the URL of a list with these filters, in Refine's format. */
export type ListAddress = (filters: Readonly<Record<string, string>>) => string;

export function useListAddress(path: Path): ListAddress {
  const go = useGo();
  return useCallback(
    (filters) => {
      const crudFilters = Object.entries(filters).map(([field, value]) => ({ field, operator: 'eq', value }) as const);
      return String(go({ to: path, query: { filters: crudFilters }, type: 'path' }));
    },
    [go, path],
  );
}
