import { runtimeConfig } from '../runtime-config.ts';

const PATIENCE_MS = 5000;

/**
 * Whether the server answers at all, whatever it says. The portal's own origin is asked for the configuration; an API
 * elsewhere is asked for anything, and its answer need not be readable.
 */
export async function reachesServer(): Promise<boolean> {
  const { apiBaseUrl } = runtimeConfig();
  try {
    await fetch(apiBaseUrl === '' ? '/config.json' : apiBaseUrl, {
      mode: apiBaseUrl === '' ? 'cors' : 'no-cors',
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return true;
  } catch {
    return false;
  }
}
