import { create } from 'zustand';
import { browserStore } from '#src/providers/session/storage.ts';

/** The user's choice; `system` follows the operating system. */
export const THEME_CHOICES = ['light', 'dark', 'system'] as const;
type ThemeChoice = (typeof THEME_CHOICES)[number];

export type Theme = 'light' | 'dark';

interface Appearance {
  readonly choice: ThemeChoice;
  readonly shown: Theme;
}

const THEME_KEY = 'theme';
const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');

function storedAppearance(): Appearance {
  const stored = browserStore.read(THEME_KEY);
  const choice = THEME_CHOICES.find((one) => one === stored) ?? 'system';
  const system = systemIsDark.matches ? 'dark' : 'light';
  return { choice, shown: choice === 'system' ? system : choice };
}

const useAppearance = create(storedAppearance);

function showTheme({ shown }: Appearance): void {
  document.documentElement.dataset.theme = shown;
  // The browser takes the colour of its bars from the first matching element.
  for (const color of document.querySelectorAll<HTMLMetaElement>('meta[data-theme-of]')) {
    color.media = color.dataset.themeOf === shown ? '' : 'not all';
  }
}

function reread(): void {
  useAppearance.setState(storedAppearance());
}

// The system's theme may have changed since the page began to load.
showTheme(useAppearance.getState());
useAppearance.subscribe(showTheme);
systemIsDark.addEventListener('change', reread);
window.addEventListener('storage', reread);

/** Stores the choice in this browser and applies it in every tab. */
export function chooseTheme(choice: ThemeChoice): void {
  browserStore.write(THEME_KEY, choice);
  reread();
}

export function useThemeChoice(): ThemeChoice {
  return useAppearance(({ choice }) => choice);
}

/** The visible theme, for code that cannot read CSS variables. */
export function useShownTheme(): Theme {
  return useAppearance(({ shown }) => shown);
}

/** The height of a table's rows: 48 or 36 px at the usual text size. */
export const DENSITIES = ['comfortable', 'compact'] as const;
type Density = (typeof DENSITIES)[number];

const DENSITY_KEY = 'density';

function storedDensity(): Density {
  const stored = browserStore.read(DENSITY_KEY);
  return DENSITIES.find((one) => one === stored) ?? 'comfortable';
}

export const useDensity = create<Density>(storedDensity);

function showDensity(density: Density): void {
  document.documentElement.dataset.density = density;
}

showDensity(useDensity.getState());
useDensity.subscribe(showDensity);
window.addEventListener('storage', () => useDensity.setState(storedDensity(), true));

/** Stores the choice in this browser and applies it in every tab. */
export function chooseDensity(density: Density): void {
  browserStore.write(DENSITY_KEY, density);
  useDensity.setState(density, true);
}
