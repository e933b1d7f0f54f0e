/** A value in the browser's storage, as JSON. An unreadable value is null. */
export interface StoredValue<T> {
  readonly read: () => T | null;
  readonly write: (value: T) => void;
  readonly remove: () => void;
}

/**
 * A value in session storage or in another storage.
 * @param isValid rejects values of other versions or of manual edits
 */
export function storedValue<T>(
  name: string,
  isValid: (value: unknown) => value is T,
  storage: Storage = sessionStorage,
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
    read: () => parse(storage.getItem(name) ?? 'null'),
    write: (value) => storage.setItem(name, JSON.stringify(value)),
    remove: () => storage.removeItem(name),
  };
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

export function isId(value: unknown): value is number | string {
  return typeof value === 'number' || isText(value);
}
