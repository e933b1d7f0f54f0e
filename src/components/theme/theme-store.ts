import { useSyncExternalStore } from 'react';

/** What the user asked for; `system` follows the operating system. */
export const THEME_CHOICES = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

/** What is shown. */
export type Theme = 'light' | 'dark';

const STORAGE_KEY = 'theme';
const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function storedChoice(): ThemeChoice {
  const stored = localStorage.getItem(STORAGE_KEY);
  return THEME_CHOICES.find((choice) => choice === stored) ?? 'system';
}

function shownTheme(): Theme {
  const choice = storedChoice();
  if (choice !== 'system') return choice;
  return systemIsDark.matches ? 'dark' : 'light';
}

function show(): void {
  const theme = shownTheme();
  document.documentElement.dataset.theme = theme;
  // The browser colours its own bars by the first of these that applies.
  for (const color of document.querySelectorAll<HTMLMetaElement>('meta[data-theme-of]')) {
    color.media = color.dataset.themeOf === theme ? '' : 'not all';
  }
}

function publish(): void {
  show();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    systemIsDark.addEventListener('change', publish);
    window.addEventListener('storage', publish);
    // The system's theme may have changed since the page began to load.
    show();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    systemIsDark.removeEventListener('change', publish);
    window.removeEventListener('storage', publish);
  };
}

/** Keeps the choice in local storage and shows it at once, in every tab. */
export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(STORAGE_KEY, choice);
  publish();
}

/** The user's choice. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, storedChoice);
}

/** The theme on the screen, for what cannot read CSS variables. */
export function useShownTheme(): Theme {
  return useSyncExternalStore(subscribe, shownTheme);
}
