import { useSyncExternalStore } from 'react';
import { reachesServer } from './reach.ts';

const ASK_AGAIN_MS = 3000;

/** False from when the server was asked and did not answer until it does. */
let isAnswering = true;
let isAsking = false;
const listeners = new Set<() => void>();

function publish(): void {
  for (const listener of listeners) listener();
}

function setAnswering(next: boolean): void {
  if (isAnswering === next) return;
  isAnswering = next;
  publish();
}

/** A moment, or less where the browser has a network again. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    function end(): void {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    }
    const timer = setTimeout(end, ASK_AGAIN_MS);
    window.addEventListener('online', end);
  });
}

async function askUntilAnswered(): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  while (listeners.size > 0 && !(await reachesServer())) {
    setAnswering(false);
    await pause();
  }
  isAsking = false;
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
export function noteSilence(): void {
  void askUntilAnswered();
}
