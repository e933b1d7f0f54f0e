import { useState } from 'react';
import { NavigationType, type To, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';

/** The state in the URL: it survives a reload, the back button and a copied link (design §5). */
export interface LocatorUrl {
  /** The search text, as typed. */
  readonly search: string;
  /** Key of the chosen store, or null. */
  readonly chosenKey: string | null;
  /** The page of the list, from 1. */
  readonly page: number;
  /** Sets the search and clears the chosen store. An empty search keeps the store. */
  readonly setSearch: (search: string) => void;
  readonly setPage: (page: number) => void;
  readonly dropStore: () => void;
  /** The URL of this page with another store, or with none. */
  readonly withStore: (key: string | null) => To;
}

const SEARCH = 'search';
const STORE = 'store';
const PAGE = 'page';

function countIn(text: string | null): number {
  const count = Number(text);
  return Number.isSafeInteger(count) && count > 0 ? count : 1;
}

/** A copy of the parameters with one set, or removed if the value is empty. */
function withParam(params: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value === null || value === '') next.delete(name);
  else next.set(name, value);
  return next;
}

/**
 * Search, store and page in the URL. The typed text is also kept in state, because the URL follows later. Another
 * change of the URL (back button, link) overwrites it.
 */
export function useLocatorUrl(): LocatorUrl {
  const { key, pathname } = useLocation();
  const navigationType = useNavigationType();
  const [params, setParams] = useSearchParams();
  const inUrl = params.get(SEARCH) ?? '';
  const [typed, setTyped] = useState({ search: inUrl, seenKey: key });
  if (key !== typed.seenKey) {
    const isOwn = navigationType === NavigationType.Replace;
    setTyped({ search: isOwn ? typed.search : inUrl, seenKey: key });
  }
  const { search } = typed;

  return {
    search,
    chosenKey: params.get(STORE),
    page: countIn(params.get(PAGE)),
    setSearch: (next) => {
      setTyped((last) => ({ ...last, search: next }));
      const kept = next.trim() === '' ? params : withParam(params, STORE, null);
      setParams(withParam(withParam(kept, SEARCH, next), PAGE, null), { replace: true });
    },
    setPage: (page) => setParams(withParam(params, PAGE, page === 1 ? null : String(page)), { replace: true }),
    dropStore: () => setParams(withParam(params, STORE, null), { replace: true }),
    withStore: (storeKey) => ({
      pathname,
      search: withParam(withParam(params, SEARCH, search), STORE, storeKey).toString(),
    }),
  };
}
