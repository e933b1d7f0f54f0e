import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { municipalities } from '#server/demo-data/municipalities.ts';
import { islandCoasts } from '#src/pages/store-locator/map/leaflet/island-coasts.ts';

const OUTLINE = 'src/pages/store-locator/map/leaflet/island-outline.json';

test('§2 map without network: the outline in the repository is what its script cuts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'outline-'));
  const file = join(folder, 'outline.json');
  execFileSync(process.execPath, ['scripts/cut-island-outline.mjs', file]);
  expect(readFileSync(OUTLINE, 'utf8')).toBe(readFileSync(file, 'utf8'));
  rmSync(folder, { recursive: true });
});

/** Whether a place is within a coast: a line from it to the east meets the coast an odd number of times. */
function isWithin(coast: readonly (readonly [number, number])[], latitude: number, longitude: number): boolean {
  const meetings = coast.filter(([fromLatitude, fromLongitude], index) => {
    const [toLatitude, toLongitude] = coast[(index + 1) % coast.length] ?? [0, 0];
    if (fromLatitude > latitude === toLatitude > latitude) return false;
    const part = (latitude - fromLatitude) / (toLatitude - fromLatitude);
    return fromLongitude + part * (toLongitude - fromLongitude) > longitude;
  });
  return meetings.length % 2 === 1;
}

test('§2 map without network: the towns inland lie on the island', () => {
  const inland = ['Cagliari', 'Sassari', 'Nuoro', 'Oristano', 'Macomer', 'Sanluri', 'Ozieri', 'Lanusei'];
  const outside = municipalities
    .filter(({ name }) => inland.includes(name))
    .filter(({ latitude, longitude }) => !islandCoasts.some((coast) => isWithin(coast, latitude, longitude)));
  expect(outside).toEqual([]);
});
