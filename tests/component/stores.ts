import type * as Zustand from 'zustand';

/** One for each store that the portal has created. */
const resets: (() => void)[] = [];

/** Zustand, whose stores `resetStores` takes back to their start. */
export function keepStores(zustand: typeof Zustand): typeof Zustand {
  function createKept<T>(start: Zustand.StateCreator<T>): Zustand.UseBoundStore<Zustand.StoreApi<T>> {
    const store = zustand.create(start);
    resets.push(() => store.setState(start(store.setState, store.getState, store), true));
    return store;
  }
  const create = (start?: Zustand.StateCreator<unknown>) => (start ? createKept(start) : createKept);
  return { ...zustand, create: create as typeof Zustand.create };
}

/** Takes every store of the portal back to its start, as a reload does. */
export function resetStores(): void {
  for (const reset of resets) reset();
}
