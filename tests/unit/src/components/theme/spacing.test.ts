import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SCALE = [0, 4, 8, 16, 24, 32];
/** Hairlines, which set nothing apart. */
const HAIRLINE = 3;
/** Not steps of the scale: the height of a label, an icon inside a field, the place of a dialog, the margins of paper. */
const EXCEPTIONS = ['calc(1.5 * 0.875rem)', '8px 16px 8px calc(24px + 1.375rem)', 'min(12vh, 96px) auto auto', '12mm'];
const SPACING = /(?<![\w-])(?:margin|padding|gap|row-gap|column-gap)(?:-[a-z]+)*:\s*([^;]+);/g;

function isOnScale(value: string): boolean {
  if (EXCEPTIONS.includes(value)) return true;
  return Array.from(value.matchAll(/([\d.]+)(px|r?em|mm|vh|vw)/g)).every(([, size, unit]) => {
    return unit === 'vw' || (unit === 'px' && (Number(size) <= HAIRLINE || SCALE.includes(Number(size))));
  });
}

test('design §5 looks: margins, paddings and gaps are 4, 8, 16, 24 or 32 px', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
  const spacings = files.flatMap((file) =>
    Array.from(readFileSync(join('src', file), 'utf8').matchAll(SPACING), ([declaration, value = '']) => ({
      declaration: `${file}: ${declaration}`,
      value: value.replace(' !important', ''),
    })),
  );
  expect(spacings.length).toBeGreaterThan(0);
  expect(spacings.filter(({ value }) => !isOnScale(value)).map(({ declaration }) => declaration)).toEqual([]);
});
