import { create } from 'zustand';
import { browserStore } from '#src/providers/session/storage.ts';

/** The user's choice; `system` follows the operating system. */
export const THEME_CHOICES = ['light', 'dark', 'system'] as const;

export type Theme = 'light' | 'dark';

/** The height of a table's rows: 48 or 36 px at the usual text size. */
export const DENSITIES = ['comfortable', 'compact'] as const;

interface Choices {
  readonly theme: (typeof THEME_CHOICES)[number];
  readonly density: (typeof DENSITIES)[number];
}

interface Appearance extends Choices {
  readonly shown: Theme;
}

const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');

function stored<V extends string>(key: keyof Choices, choices: readonly V[], usual: V): V {
  const text = browserStore.read(key);
  return choices.find((choice) => choice === text) ?? usual;
}

function storedAppearance(): Appearance {
  const theme = stored('theme', THEME_CHOICES, 'system');
  const system = systemIsDark.matches ? 'dark' : 'light';
  return { theme, shown: theme === 'system' ? system : theme, density: stored('density', DENSITIES, 'comfortable') };
}

export const useAppearance = create(storedAppearance);

function show({ shown, density }: Appearance): void {
  Object.assign(document.documentElement.dataset, { theme: shown, density });
  // The browser takes the colour of its bars from the first matching element.
  for (const color of document.querySelectorAll<HTMLMetaElement>('meta[data-theme-of]')) {
    color.media = color.dataset.themeOf === shown ? '' : 'not all';
  }
}

function reread(): void {
  useAppearance.setState(storedAppearance());
}

// The system's theme may have changed since the page began to load.
show(useAppearance.getState());
useAppearance.subscribe(show);
systemIsDark.addEventListener('change', reread);
window.addEventListener('storage', reread);

/** Stores the choice in this browser and applies it in every tab. */
export function chooseAppearance<K extends keyof Choices>(key: K, choice: Choices[K]): void {
  browserStore.write(key, choice);
  reread();
}

/** The visible theme, for code that cannot read CSS variables. */
export function useShownTheme(): Theme {
  return useAppearance(({ shown }) => shown);
}
