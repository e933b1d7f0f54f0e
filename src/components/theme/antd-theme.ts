import { theme as antdThemes, type ThemeConfig } from 'antd';
import type { Theme } from './theme-store.ts';

/** Corrections where antd's tokens alone do not make a dense, readable screen. */
const COMPONENTS: ThemeConfig['components'] = {
  Button: {
    fontWeight: 600,
    primaryShadow: 'none',
    defaultShadow: 'none',
    // The red of the dark theme is light.
    dangerColor: 'var(--color-on-danger)',
    // The hover colour of a primary button is too dark for a text on the dark surface.
    defaultHoverColor: 'var(--color-link)',
    defaultHoverBorderColor: 'var(--color-link)',
    defaultActiveColor: 'var(--color-link)',
    defaultActiveBorderColor: 'var(--color-link)',
  },
  // antd uses the disabled colour for the text of an empty list and for days of other months. Both must be readable.
  DatePicker: { colorTextDisabled: 'var(--color-text-muted)' },
  Select: { colorTextDisabled: 'var(--color-text-muted)' },
  Table: {
    headerBg: 'var(--color-surface-sunken)',
    headerColor: 'var(--color-text)',
    // The height of a row is that of the chosen density (table.module.css).
    cellPaddingBlockSM: 2,
    // The text of an empty table must be readable.
    colorTextDisabled: 'var(--color-text-muted)',
  },
};

/** The portal's theme for antd. The build computes the styles of exactly this one (scripts/antd-styles.ts). */
export function antdTheme(theme: Theme, token: ThemeConfig['token']): ThemeConfig {
  const { darkAlgorithm, defaultAlgorithm } = antdThemes;
  return { token, algorithm: theme === 'dark' ? darkAlgorithm : defaultAlgorithm, components: COMPONENTS };
}
