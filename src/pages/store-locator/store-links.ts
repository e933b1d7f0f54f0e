import { createContext, useContext } from 'react';
import type { To } from 'react-router-dom';

const Addresses = createContext<(key: string | null) => To>(() => ({}));

/** Says where a store is chosen: everything else in the page's address stays. */
export const StoreLinks = Addresses.Provider;

/** The address of this page with the store of a key chosen, or none. */
export function useStoreLink(): (key: string | null) => To {
  return useContext(Addresses);
}
