import { createContext, useContext } from 'react';
import type { To } from 'react-router-dom';

const Addresses = createContext<(key: string | null) => To>(() => ({}));

/** Provides the URLs that choose a store and keep all other parameters. */
export const StoreLinks = Addresses.Provider;

/** Returns a function: the URL of this page with a chosen store, or with none. */
export function useStoreLink(): (key: string | null) => To {
  return useContext(Addresses);
}
