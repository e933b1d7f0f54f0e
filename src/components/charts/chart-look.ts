import type { Theme } from '#src/components/theme/theme-store.ts';

/** The portal's colours for what is drawn on a canvas, which knows no CSS variable. */
export interface ChartLook {
  readonly theme: 'classic' | 'classicDark';
  readonly series: readonly string[];
  readonly text: string;
  readonly grid: string;
  readonly font: string;
}

/** As the style sheet has them now. */
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
