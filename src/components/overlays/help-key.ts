import { useSyncExternalStore } from 'react';

/** Opens the list of shortcuts. */
export const HELP_KEY = '?';

const STORAGE_KEY = 'helpKey';
const OFF = 'off';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether '?' alone opens the list: who dictates or has a trembling hand may switch it off (WCAG 2.1.4). */
export function isHelpKeyOn(): boolean {
  return localStorage.getItem(STORAGE_KEY) !== OFF;
}

/** Switches the key on or off, for the next visits too. */
export function switchHelpKey(isOn: boolean): void {
  if (isOn) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, OFF);
  for (const listener of listeners) listener();
}

/** Whether the key is on; renders anew when it is switched. */
export function useIsHelpKeyOn(): boolean {
  return useSyncExternalStore(subscribe, isHelpKeyOn);
}
