import { isText, storedValue } from './stored-value.ts';

/** Where to go after the sign-on, path and query; for one user only where that is the way back of an ended session. */
interface DesiredLocation {
  readonly path: string;
  readonly username?: string | undefined;
}

function isDesiredLocation(value: unknown): value is DesiredLocation {
  if (typeof value !== 'object' || value === null) return false;
  const { path, username } = value as Partial<Record<keyof DesiredLocation, unknown>>;
  const isOwnPath = typeof path === 'string' && /^\/(?![/\\])/.test(path);
  return isOwnPath && (username === undefined || isText(username));
}

const stored = storedValue('desiredLocation', isDesiredLocation);

/**
 * Keeps the path and query to return to after the sign-on (§2).
 * @param username whose way back it is; anyone's when not given
 */
export function writeDesiredLocation(path: string, username?: string): void {
  stored.write({ path, username });
}

/** The path to return to for this user, or null; it is forgotten with that. */
export function takeDesiredLocation(username?: string): string | null {
  const desired = stored.read();
  stored.remove();
  const isTheirs = desired?.username === undefined || desired.username === username;
  return desired && isTheirs ? desired.path : null;
}
