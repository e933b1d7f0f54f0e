import type { Theme } from '#src/components/theme/theme-store.ts';

/** The portal's colours for a canvas, which cannot read CSS variables. */
export interface ChartLook {
  readonly theme: 'classic' | 'classicDark';
  readonly series: readonly string[];
  readonly text: string;
  readonly grid: string;
  readonly font: string;
}

/** Reads the colours from the current style sheet. */
export function chartLook(theme: Theme): ChartLook {
  const styles = getComputedStyle(document.documentElement);
  const colour = (name: string) => styles.getPropertyValue(name).trim();
  return {
    theme: theme === 'dark' ? 'classicDark' : 'classic',
    series: [colour('--color-primary'), colour('--color-danger')],
    text: colour('--color-text-muted'),
    grid: colour('--color-border'),
    font: colour('--font'),
  };
}
