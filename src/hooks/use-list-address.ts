import { useGo } from '@refinedev/core';
import { useCallback } from 'react';
import { toCrudFilters } from '#src/providers/data/filter-values.ts';
import type { Path } from '#src/providers/paths.ts';

/** Builds the URL of a list with these filters, in Refine's format. */
export type ListAddress = (filters: Readonly<Record<string, string>>) => string;

export function useListAddress(path: Path): ListAddress {
  const go = useGo();
  return useCallback(
    (filters) => String(go({ to: path, query: { filters: toCrudFilters(filters) }, type: 'path' })),
    [go, path],
  );
}
