/** One value of session storage, kept as JSON. What cannot be read is absent. */
interface StoredValue<T> {
  readonly read: () => T | null;
  readonly write: (value: T) => void;
  readonly remove: () => void;
}

/** A value of session storage under a name; `isValid` refuses what another version or a person has put there. */
export function storedValue<T>(name: string, isValid: (value: unknown) => value is T): StoredValue<T> {
  function parse(json: string): T | null {
    try {
      const value: unknown = JSON.parse(json);
      return isValid(value) ? value : null;
    } catch {
      return null;
    }
  }
  return {
    read: () => parse(sessionStorage.getItem(name) ?? 'null'),
    write: (value) => sessionStorage.setItem(name, JSON.stringify(value)),
    remove: () => sessionStorage.removeItem(name),
  };
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

export function isId(value: unknown): value is number | string {
  return typeof value === 'number' || isText(value);
}
