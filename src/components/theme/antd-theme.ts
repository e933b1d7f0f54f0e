import { theme as antdThemes, type ThemeConfig } from 'antd';
import type { Theme } from './appearance.ts';

/** antd's token, and the CSS variable of theme/tokens.css with its value. */
const COLOURS = {
  colorPrimary: '--color-primary',
  colorPrimaryHover: '--color-primary-strong',
  colorPrimaryActive: '--color-primary-strong',
  colorInfo: '--color-info',
  colorLink: '--color-link',
  // antd's own are too light to read.
  colorLinkHover: '--color-link',
  colorLinkActive: '--color-link',
  colorSuccess: '--color-success',
  colorWarning: '--color-warning',
  colorError: '--color-danger',
  colorSuccessBg: '--color-success-soft',
  colorInfoBg: '--color-info-soft',
  colorWarningBg: '--color-warning-soft',
  colorErrorBg: '--color-danger-soft',
  colorText: '--color-text',
  colorTextSecondary: '--color-text-muted',
  colorTextTertiary: '--color-text-muted',
  colorTextDescription: '--color-text-muted',
  colorTextPlaceholder: '--color-text-muted',
  colorBgLayout: '--color-page',
  colorBgContainer: '--color-surface',
  colorBgElevated: '--color-surface',
  colorBorder: '--color-border-control',
  colorBorderSecondary: '--color-border',
  colorSplit: '--color-border',
} as const;

/** Sizes in px and times: a fade takes 150 ms, a modal 300 ms (§9). */
const MEASURES = {
  fontFamily: 'var(--font)',
  borderRadius: 4,
  controlOutlineWidth: 3,
  motionDurationFast: '0.15s',
  motionDurationMid: '0.15s',
  motionDurationSlow: '0.3s',
} as const;

/** In px at the usual text size of 16 px. They grow with the text size of the browser (design §5). */
const GROWING_MEASURES = { fontSize: 15, fontSizeHeading1: 28, controlHeight: 38, controlHeightSM: 30 } as const;
const USUAL_TEXT_SIZE = 16;

function grownMeasures(rootFontSize: string): ThemeConfig['token'] {
  const growth = (Number.parseFloat(rootFontSize) || USUAL_TEXT_SIZE) / USUAL_TEXT_SIZE;
  return Object.fromEntries(Object.entries(GROWING_MEASURES).map(([token, px]) => [token, Math.round(px * growth)]));
}

/** The build shortens `#0066cc` to `#06c`, and antd finds computed styles by the text of their tokens. */
function lengthened(colour: string): string {
  return colour.replace(/^#(\w)(\w)(\w)$/, '#$1$1$2$2$3$3');
}

/**
 * The antd tokens of a style sheet. antd's default replaces a missing value.
 * @param styles of the root element, whose text size is in px
 * @param motion whether anything may move. With short durations alone a dialog would still start small for some frames,
 * and move under a pressed pointer.
 */
export function antdTokens(
  styles: Pick<CSSStyleDeclaration, 'fontSize' | 'getPropertyValue'>,
  motion: boolean,
): ThemeConfig['token'] {
  const colours = Object.entries(COLOURS)
    .map(([token, variable]) => [token, lengthened(styles.getPropertyValue(variable).trim())] as const)
    .filter(([, value]) => value !== '');
  return { ...MEASURES, ...grownMeasures(styles.fontSize), ...Object.fromEntries(colours), motion };
}

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
