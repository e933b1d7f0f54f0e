import { create } from 'zustand';
import { pauseAfter, sleep, untilVisible } from '../loading/pauses.ts';
import { hasRuntimeConfig, runtimeConfig } from '../runtime-config.ts';

/** The first and the longest pause between two pings, in ms. */
const FIRST_PAUSE_MS = 3000;
const MAX_PAUSE_MS = 30_000;
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

/** Waits some ms, or until the browser has a network again or somebody comes back to the page; not in a hidden page. */
async function pause(ms: number): Promise<void> {
  const called = new AbortController();
  const { signal } = called;
  window.addEventListener('online', () => called.abort(), { signal });
  document.addEventListener('visibilitychange', () => called.abort(), { signal });
  await sleep(ms, signal);
  called.abort();
  await untilVisible();
}

let isPinging = false;

async function pingUntilAnswered(): Promise<void> {
  if (isPinging) return;
  isPinging = true;
  await untilVisible();
  for (let failures = 0; !(await ping()); failures += 1) {
    useConnection.setState({ isAnswering: false });
    await pause(pauseAfter(failures, FIRST_PAUSE_MS, MAX_PAUSE_MS));
  }
  isPinging = false;
  useConnection.setState({ isAnswering: true });
}

function readNetwork(): void {
  useConnection.setState({ hasNetwork: navigator.onLine });
}

/** A hidden page would load at once what it could not load before. */
window.addEventListener('online', () => {
  if (document.hidden) void untilVisible().then(readNetwork);
  else readNetwork();
});
window.addEventListener('offline', readNetwork);

/** Whether the browser has a network and the server responds. */
export function isOnline(): boolean {
  return navigator.onLine && useConnection.getState().isAnswering;
}

/** Like `isOnline`; renders again when it changes. */
export function useIsOnline(): boolean {
  return useConnection(isOnline);
}

/** Calls the listener with `isOnline` when it may have changed. Returns a function that stops it. */
export function onConnectionChange(listener: (isOnline: boolean) => void): () => void {
  return useConnection.subscribe(() => listener(isOnline()));
}

/**
 * Call this when a request got no response. A single lost response does not count: the server is asked, and without a
 * response the portal is offline until the server responds.
 */
export function checkConnection(): void {
  // Without the configuration the server is unknown.
  if (hasRuntimeConfig()) void pingUntilAnswered();
}
