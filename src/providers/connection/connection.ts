import { create } from 'zustand';
import { hasRuntimeConfig, runtimeConfig } from '../runtime-config.ts';

const PING_AGAIN_MS = 3000;
/** Time limit for the server's response, in ms. */
const PING_MS = 5000;

/** Whether the browser has a network, and whether the server answered the last ping. */
const useConnection = create(() => ({ hasNetwork: navigator.onLine, isAnswering: true }));

/**
 * Whether the server responds, with any status. On the portal's own origin it requests the configuration. On another
 * origin any response counts, even an unreadable one.
 */
async function ping(): Promise<boolean> {
  const { apiBaseUrl } = runtimeConfig();
  try {
    await fetch(apiBaseUrl === '' ? '/config.json' : apiBaseUrl, {
      mode: apiBaseUrl === '' ? 'cors' : 'no-cors',
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(PING_MS),
    });
    return true;
  } catch {
    return false;
  }
}

/** Waits a moment, or until the browser has a network again. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    function end(): void {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    }
    const timer = setTimeout(end, PING_AGAIN_MS);
    window.addEventListener('online', end);
  });
}

let isPinging = false;

async function pingUntilAnswered(): Promise<void> {
  if (isPinging) return;
  isPinging = true;
  while (!(await ping())) {
    useConnection.setState({ isAnswering: false });
    await pause();
  }
  isPinging = false;
  useConnection.setState({ isAnswering: true });
}

function readNetwork(): void {
  useConnection.setState({ hasNetwork: navigator.onLine });
}

window.addEventListener('online', readNetwork);
window.addEventListener('offline', readNetwork);

/** Whether the browser has a network and the server responds. */
export function isOnline(): boolean {
  return navigator.onLine && useConnection.getState().isAnswering;
}

/** Like `isOnline`; renders again when it changes. */
export function useIsOnline(): boolean {
  return useConnection(isOnline);
}

/**
 * Call this when a request got no response. A single lost response does not count: the server is asked, and without a
 * response the portal is offline until the server responds.
 */
export function checkConnection(): void {
  // Without the configuration the server is unknown.
  if (hasRuntimeConfig()) void pingUntilAnswered();
}
