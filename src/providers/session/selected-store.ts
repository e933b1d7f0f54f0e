import { create } from 'zustand';
import type { Id } from '#contract/wire.ts';
import { browserStore, isId, storedValue, type StoredValue } from './storage.ts';
import { onSignedOut } from './tokens.ts';

const stored = storedValue('selectedStore', isId);

const useStore = create<{ readonly storeId: Id | null }>(() => ({ storeId: stored.read() }));

// The end of a session clears the choice.
onSignedOut(() => useStore.setState({ storeId: null }));

/** The id of this tab's store, or null; it survives a reload. */
export function selectedStoreId(): Id | null {
  return useStore.getState().storeId;
}

/** Chooses a store for this tab; null for none. */
export function selectStore(storeId: Id | null): void {
  if (storeId === null) stored.remove();
  else stored.write(storeId);
  useStore.setState({ storeId });
}

interface Choice {
  /** The user and the business. */
  readonly of: string;
  readonly storeId: Id;
}

/** Several people may use one till. */
const MAX_CHOICES = 8;

function areChoices(value: unknown): value is readonly Choice[] {
  return (
    Array.isArray(value) &&
    value.every((choice: Partial<Choice> | null) => typeof choice?.of === 'string' && isId(choice.storeId))
  );
}

const choices = storedValue('lastStores', areChoices, browserStore);

/** The store that this user chose last for this business, in any tab. Later sessions read it too. */
export function lastStore(username: string, businessId: Id | undefined): Pick<StoredValue<Id>, 'read' | 'write'> {
  const owner = `${username} ${businessId ?? ''}`;
  return {
    read: () => choices.read()?.find((choice) => choice.of === owner)?.storeId ?? null,
    write: (storeId) => {
      const others = (choices.read() ?? []).filter((choice) => choice.of !== owner);
      choices.write([{ of: owner, storeId }, ...others].slice(0, MAX_CHOICES));
    },
  };
}

/** The id of this tab's store, or null; renders again when it changes. */
export function useSelectedStoreId(): Id | null {
  return useStore(({ storeId }) => storeId);
}
