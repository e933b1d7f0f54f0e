import { useSyncExternalStore } from 'react';

/**
 * A storage of the browser, or the memory of this page for what the browser refuses to store: it may refuse to all sites,
 * to a page in a frame of another site, or for lack of room. Then it throws at every use, the first mention too.
 */
function textStore(storageName: 'localStorage' | 'sessionStorage') {
  const memory = new Map<string, string>();
  const listeners = new Set<() => void>();
  function tell(): void {
    for (const listener of listeners) listener();
  }
  function hearOtherTab({ key }: StorageEvent): void {
    // What another tab could store is newer than what this page could not.
    if (key === null) memory.clear();
    else memory.delete(key);
    tell();
  }
  function attempt<T>(act: (storage: Storage) => T, otherwise: T): T {
    try {
      return act(window[storageName]);
    } catch {
      return otherwise;
    }
  }
  function store(name: string, text: string): boolean {
    return attempt((storage) => {
      storage.setItem(name, text);
      return true;
    }, false);
  }
  function remove(name: string): void {
    memory.delete(name);
    attempt((storage) => storage.removeItem(name), undefined);
  }
  return {
    read: (name: string) => memory.get(name) ?? attempt((storage) => storage.getItem(name), null),
    write: (name: string, text: string) => {
      if (store(name, text)) memory.delete(name);
      else memory.set(name, text);
      tell();
    },
    remove: (name: string) => {
      remove(name);
      tell();
    },
    /** Calls the listener when this or another tab has changed something. Returns a function that stops it. */
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      window.addEventListener('storage', hearOtherTab);
      return () => void listeners.delete(listener);
    },
    names: () => [...memory.keys(), ...attempt((storage) => Object.keys(storage), [])],
    clear: () => {
      memory.clear();
      attempt((storage) => storage.clear(), undefined);
    },
    /** Whether the browser stores the texts. Otherwise they are lost with the page. */
    isLasting: () => {
      const isStored = store('probe', 'probe');
      remove('probe');
      return isStored;
    },
  };
}

/** What this tab stores, until it is closed. */
export const tabStore = textStore('sessionStorage');

/** What this browser stores for all tabs. */
export const browserStore = textStore('localStorage');

/** What this browser stores under a name, or null; renders again when this or another tab changes it. */
export function useBrowserText(name: string): string | null {
  return useSyncExternalStore(browserStore.subscribe, () => browserStore.read(name));
}

/** A stored value, as JSON. An unreadable value is null. */
export interface StoredValue<T> {
  readonly read: () => T | null;
  readonly write: (value: T) => void;
  readonly remove: () => void;
}

/**
 * A value of this tab or of another store.
 * @param isValid rejects values of other versions or of manual edits
 */
export function storedValue<T>(
  name: string,
  isValid: (value: unknown) => value is T,
  store = tabStore,
): StoredValue<T> {
  function parse(json: string): T | null {
    try {
      const value: unknown = JSON.parse(json);
      return isValid(value) ? value : null;
    } catch {
      return null;
    }
  }
  return {
    read: () => parse(store.read(name) ?? 'null'),
    write: (value) => store.write(name, JSON.stringify(value)),
    remove: () => store.remove(name),
  };
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

export function isId(value: unknown): value is number | string {
  return typeof value === 'number' || isText(value);
}
