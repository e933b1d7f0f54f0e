import { useSyncExternalStore } from 'react';
import { runtimeConfig } from '../runtime-config.ts';

const PING_AGAIN_MS = 3000;
/** How long a server may take to answer, in ms. */
const PING_MS = 5000;

/** False from when the server was asked and did not answer until it does. */
let isAnswering = true;
let isPinging = false;
const listeners = new Set<() => void>();

function publish(): void {
  for (const listener of listeners) listener();
}

function setAnswering(next: boolean): void {
  if (isAnswering === next) return;
  isAnswering = next;
  publish();
}

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

async function pingUntilAnswered(): Promise<void> {
  if (isPinging) return;
  isPinging = true;
  while (listeners.size > 0 && !(await ping())) {
    setAnswering(false);
    await pause();
  }
  isPinging = false;
  setAnswering(true);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('online', publish);
    window.addEventListener('offline', publish);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('online', publish);
    window.removeEventListener('offline', publish);
  };
}

/** Whether there is a connection: the browser has a network, and the server answers. */
export function isOnline(): boolean {
  return navigator.onLine && isAnswering;
}

/** Whether there is a connection; renders anew when it goes or comes back. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline);
}

/**
 * To be told when a request had no answer. One lost answer is no lost connection: the server is asked, and only when it
 * is silent then too the connection counts as gone, until it answers. Nothing happens while nobody listens.
 */
export function checkConnection(): void {
  void pingUntilAnswered();
}
