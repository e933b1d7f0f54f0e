import { useGo } from '@refinedev/core';
import { useCallback, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { toCrudFilters } from '#src/providers/data/filter-values.ts';
import type { Path } from '#src/providers/paths.ts';

/** The current query parameters of the URL. The router reports a change to a screen only later. */
export function currentQuery(): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(window.location.search));
}

/**
 * A key that changes at each navigation to the screen (link, Back, Forward), but not when the list rewrites its URL.
 * Refine reads the list's state from the URL only when the screen mounts.
 */
export function useNavigationKey(): string {
  const { key } = useLocation();
  const isRewritten = useNavigationType() === NavigationType.Replace;
  const [shownKey, setShownKey] = useState(key);
  if (!isRewritten && shownKey !== key) setShownKey(key);
  return shownKey;
}

/** Builds the URL of a list with these filters, in Refine's format. */
export type ListAddress = (filters: Readonly<Record<string, string>>) => string;

export function useListAddress(path: Path): ListAddress {
  const go = useGo();
  return useCallback(
    (filters) => String(go({ to: path, query: { filters: toCrudFilters(filters) }, type: 'path' })),
    [go, path],
  );
}
