import { create } from 'zustand';
import { hasRuntimeConfig, runtimeConfig } from '../runtime-config.ts';

const PING_AGAIN_MS = 3000;
/** How long a server may take to answer, in ms. */
const PING_MS = 5000;

/** Whether the browser has a network, and whether the server answered when it was last asked. */
const useConnection = create(() => ({ hasNetwork: navigator.onLine, isAnswering: true }));

/**
 * Whether the server answers at all, whatever it says. The portal's own origin is asked for the configuration; an API
 * elsewhere is asked for anything, and its answer need not be readable.
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

/** A moment, or less where the browser has a network again. */
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

/** Whether there is a connection: the browser has a network, and the server answers. */
export function isOnline(): boolean {
  return navigator.onLine && useConnection.getState().isAnswering;
}

/** Whether there is a connection; renders anew when it goes or comes back. */
export function useIsOnline(): boolean {
  return useConnection(isOnline);
}

/**
 * To be told when a request had no answer. One lost answer is no lost connection: the server is asked, and only when it
 * is silent then too the connection counts as gone, until it answers.
 */
export function checkConnection(): void {
  // Before the configuration is there, nobody knows which server to ask.
  if (hasRuntimeConfig()) void pingUntilAnswered();
}
