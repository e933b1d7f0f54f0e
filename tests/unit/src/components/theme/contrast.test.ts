import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const [light = '', dark = ''] = readFileSync('src/components/theme/tokens.css', 'utf8').split("[data-theme='dark']");

/** The relative luminance of a colour of WCAG 2.2, from 0 to 1. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(theme: string, text: string, ground: string): number {
  const colours = [text, ground].map((name) => new RegExp(`--color-${name}: (#[0-9a-f]{6});`).exec(theme)?.[1] ?? '');
  const [dim = 0, bright = 0] = colours.map(luminance).sort((one, other) => one - other);
  return (bright + 0.05) / (dim + 0.05);
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
