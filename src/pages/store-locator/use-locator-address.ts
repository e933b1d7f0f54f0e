import { useState } from 'react';
import { NavigationType, type To, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';

/** What the page's address says: it survives a reload, the back button and a copied link (design §5). */
export interface LocatorAddress {
  /** What is searched, as it is being typed. */
  readonly search: string;
  /** Key of the chosen store; null where none is. */
  readonly chosenKey: string | null;
  /** The page of the list, from 1. */
  readonly page: number;
  /** Searches, and drops the chosen store: what is found takes its place. Without a search it stays. */
  readonly setSearch: (search: string) => void;
  readonly setPage: (page: number) => void;
  readonly dropStore: () => void;
  /** The address of this page with another store chosen, or none. */
  readonly withStore: (key: string | null) => To;
}

const SEARCH = 'search';
const STORE = 'store';
const PAGE = 'page';

function countIn(text: string | null): number {
  const count = Number(text);
  return Number.isSafeInteger(count) && count > 0 ? count : 1;
}

/** The parameters with one of them set, or taken out where it says nothing. */
function having(params: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value === null || value === '') next.delete(name);
  else next.set(name, value);
  return next;
}

/**
 * Search, store and page in the address. What is typed is kept here too: the address follows it, and goes before only
 * when it changes by itself, by the back button or a link.
 */
export function useLocatorAddress(): LocatorAddress {
  const { key, pathname } = useLocation();
  const navigationType = useNavigationType();
  const [params, setParams] = useSearchParams();
  const inAddress = params.get(SEARCH) ?? '';
  const [typed, setTyped] = useState({ search: inAddress, seenKey: key });
  if (key !== typed.seenKey) {
    const isOwn = navigationType === NavigationType.Replace;
    setTyped({ search: isOwn ? typed.search : inAddress, seenKey: key });
  }
  const { search } = typed;

  return {
    search,
    chosenKey: params.get(STORE),
    page: countIn(params.get(PAGE)),
    setSearch: (next) => {
      setTyped((last) => ({ ...last, search: next }));
      const kept = next.trim() === '' ? params : having(params, STORE, null);
      setParams(having(having(kept, SEARCH, next), PAGE, null), { replace: true });
    },
    setPage: (page) => setParams(having(params, PAGE, page === 1 ? null : String(page)), { replace: true }),
    dropStore: () => setParams(having(params, STORE, null), { replace: true }),
    withStore: (storeKey) => ({
      pathname,
      search: having(having(params, SEARCH, search), STORE, storeKey).toString(),
    }),
  };
}
