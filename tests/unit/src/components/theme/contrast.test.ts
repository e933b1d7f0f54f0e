import { readFileSync } from 'node:fs';
import { theme as antdThemes } from 'antd';
import { expect, test } from 'vitest';
import { antdTheme, antdTokens } from '#src/components/theme/antd-theme.ts';

const [light = '', dark = ''] = readFileSync('src/components/theme/tokens.css', 'utf8').split("[data-theme='dark']");

/** The relative luminance of a colour of WCAG 2.2, from 0 to 1. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function colourOf(theme: string, name: string): string {
  return new RegExp(`${name}: (#[0-9a-f]{6});`).exec(theme)?.[1] ?? '';
}

function ratio(...colours: [string, string]): number {
  const [dim = 0, bright = 0] = colours.map(luminance).sort((one, other) => one - other);
  return (bright + 0.05) / (dim + 0.05);
}

function contrast(theme: string, text: string, ground: string): number {
  return ratio(colourOf(theme, `--color-${text}`), colourOf(theme, `--color-${ground}`));
}

test.each([
  ['on-danger', 'danger'],
  ['danger', 'surface'],
  ['text', 'page'],
  ['text-muted', 'surface'],
])('design §5 contrast: %s on %s can be read in both themes', (text, ground) => {
  expect(contrast(light, text, ground)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(dark, text, ground)).toBeGreaterThanOrEqual(4.5);
});

test.each([
  ['light', light],
  ['dark', dark],
] as const)('design §5 contrast: links of the component library can be read in every state, %s', (name, theme) => {
  const styles = { fontSize: '16px', getPropertyValue: (variable: string) => colourOf(theme, variable) };
  const tokens = antdThemes.getDesignToken(antdTheme(name, antdTokens(styles, true)));
  for (const state of ['colorLink', 'colorLinkHover', 'colorLinkActive'] as const) {
    for (const ground of ['surface', 'page', 'primary-soft']) {
      expect([state, ground, ratio(tokens[state], colourOf(theme, `--color-${ground}`)) >= 4.5]).toEqual([
        state,
        ground,
        true,
      ]);
    }
  }
});
