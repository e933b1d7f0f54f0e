import { type TextStore, tabStore } from '../storage.ts';

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
  store: TextStore = tabStore,
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
