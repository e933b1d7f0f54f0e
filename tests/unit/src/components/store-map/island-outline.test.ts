import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import municipalities from '#demo/data/municipalities.json' with { type: 'json' };
import { islandCoasts } from '#src/components/store-map/island-coasts.ts';

const OUTLINE = 'src/components/store-map/island-outline.json';

test('§2 map without network: the outline in the repository is what its script cuts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'outline-'));
  const file = join(folder, 'outline.json');
  execFileSync(process.execPath, ['scripts/cut-island-outline.mjs', file]);
  expect(readFileSync(OUTLINE, 'utf8')).toBe(readFileSync(file, 'utf8'));
  rmSync(folder, { recursive: true });
});

/** Whether a place is inside a coast: a line to the east crosses the coast an odd number of times. */
function isWithin(coast: readonly (readonly [number, number])[], latitude: number, longitude: number): boolean {
  const meetings = coast.filter(([fromLatitude, fromLongitude], index) => {
    const [toLatitude, toLongitude] = coast[(index + 1) % coast.length] ?? [0, 0];
    if (fromLatitude > latitude === toLatitude > latitude) return false;
    const part = (latitude - fromLatitude) / (toLatitude - fromLatitude);
    return fromLongitude + part * (toLongitude - fromLongitude) > longitude;
  });
  return meetings.length % 2 === 1;
}

/** The number of coasts that contain a place. */
function coastsAround(latitude: number, longitude: number): number {
  return islandCoasts.filter((coast) => isWithin(coast, latitude, longitude)).length;
}

test('§2 map without network: the towns inland lie on the island', () => {
  const inland = ['Cagliari', 'Sassari', 'Nuoro', 'Oristano', 'Macomer', 'Sanluri', 'Ozieri', 'Lanusei'];
  const found = municipalities.filter(({ name }) => inland.includes(name));
  expect(found).toHaveLength(inland.length);
  expect(found.filter(({ latitude, longitude }) => coastsAround(latitude, longitude) !== 1)).toEqual([]);
});

test.each([
  ['Carloforte, on San Pietro', 39.145, 8.306],
  ["Sant'Antioco", 39.068, 8.454],
  ["Calasetta, on Sant'Antioco", 39.112, 8.367],
  ['La Maddalena', 41.214, 9.406],
  ['Caprera', 41.205, 9.462],
  ['Asinara', 41.065, 8.275],
])('§2 map without network: a small island too is land: %s', (_, latitude, longitude) => {
  expect(coastsAround(latitude, longitude)).toBe(1);
});

test.each([
  ['the gulf of Cagliari', 39.1, 9.2],
  ['the gulf of Oristano', 39.87, 8.47],
  ['the gulf of Asinara', 40.95, 8.6],
  ['the gulf of Orosei', 40.25, 9.7],
  ['the gulf of Palmas', 39, 8.5],
  ['the channel of San Pietro', 39.15, 8.345],
  ['the strait of Bonifacio', 41.3, 9.3],
  ['the open sea in the west', 39.6, 8.2],
])('§2 map without network: %s is sea', (_, latitude, longitude) => {
  expect(coastsAround(latitude, longitude)).toBe(0);
});
