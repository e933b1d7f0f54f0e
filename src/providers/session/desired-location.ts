import { isText, storedValue } from './storage.ts';

/** Path and query to go to after the sign-on. With a username, the way back of that user's ended session. */
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
 * Stores the path and query to return to after the sign-on (§2).
 * @param username limits it to this user; default: any user
 */
export function writeDesiredLocation(path: string, username?: string): void {
  stored.write({ path, username });
}

/** The stored path without its query, for whoever signs on. */
export function desiredPath(): string | undefined {
  return stored.read()?.path.split('?')[0];
}

/** Returns the stored path for this user, or null, and forgets it. */
export function takeDesiredLocation(username?: string): string | null {
  const desired = stored.read();
  stored.remove();
  const isTheirs = desired?.username === undefined || desired.username === username;
  return desired && isTheirs ? desired.path : null;
}
