import { create } from 'zustand';
import { browserStore } from '#src/providers/session/storage.ts';

/** The height of a table's rows: 48 or 36 px at the usual text size. */
export const DENSITIES = ['comfortable', 'compact'] as const;
type Density = (typeof DENSITIES)[number];

const STORAGE_KEY = 'density';

function storedDensity(): Density {
  const stored = browserStore.read(STORAGE_KEY);
  return DENSITIES.find((one) => one === stored) ?? 'comfortable';
}

export const useDensity = create<Density>(storedDensity);

function show(density: Density): void {
  document.documentElement.dataset.density = density;
}

show(useDensity.getState());
useDensity.subscribe(show);
window.addEventListener('storage', () => useDensity.setState(storedDensity(), true));

/** Stores the choice in this browser and applies it in every tab. */
export function chooseDensity(density: Density): void {
  browserStore.write(STORAGE_KEY, density);
  useDensity.setState(density, true);
}
