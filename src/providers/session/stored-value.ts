/** One value of the browser's storage, kept as JSON. What cannot be read is absent. */
export interface StoredValue<T> {
  readonly read: () => T | null;
  readonly write: (value: T) => void;
  readonly remove: () => void;
}

/** A value of session storage, or of another, under a name; `isValid` refuses what another version or a person has put there. */
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
