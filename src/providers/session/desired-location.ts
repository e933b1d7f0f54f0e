import { storedValue } from './stored-value.ts';

function isOwnPath(value: unknown): value is string {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value);
}

const stored = storedValue('desiredLocation', isOwnPath);

/** Keeps the path and query to return to after the sign-on (§2). */
export function writeDesiredLocation(path: string): void {
  stored.write(path);
}

/** The path to return to, or null; it is forgotten with that. */
export function takeDesiredLocation(): string | null {
  const path = stored.read();
  stored.remove();
  return path;
}
