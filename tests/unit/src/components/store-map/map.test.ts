import { expect, test } from 'vitest';
import { nextMember, pinIndex } from '#src/components/store-map/clusters.ts';
import { islandCoasts } from '#src/components/store-map/island-coasts.ts';
import { CAGLIARI, MAX_ZOOM, viewFor, wholeView } from '#src/components/store-map/map-view.ts';
import { townsOf, townsWithRoom } from '#src/components/store-map/towns.ts';
import { cardsAt } from './stores.ts';

const ISLAND = { south: 38.8, west: 8, north: 41.4, east: 9.9 };
const ROWS = 80;
const COLUMNS = 50;
/** Stores on the whole island, 2 km apart. */
const many = cardsAt(
  Array.from({ length: ROWS * COLUMNS }, (_, index) => [
    'Ovunque',
    38.9 + Math.floor(index / COLUMNS) * 0.03,
    8.1 + (index % COLUMNS) * 0.034,
  ]),
);

test('§2 store locator: of 4,000 stores few pins are drawn at any zoom, and none is lost', () => {
  expect(many).toHaveLength(4000);
  const index = pinIndex(many, null);
  for (const zoom of [7, 7.75, 8, 9, 10]) {
    const pins = index(ISLAND, zoom);
    expect(pins.reduce((sum, pin) => sum + (pin.kind === 'cluster' ? pin.count : 1), 0)).toBe(4000);
  }
  expect(index(ISLAND, 7).length).toBeLessThan(150);
  const street = { south: 39.2, west: 9.1, north: 39.21, east: 9.12 };
  expect(index(street, 17).length).toBeLessThan(5);
});

test('§2 store locator: the chosen store has a pin of its own at every zoom', () => {
  const chosen = many[1234] ?? null;
  const pins = pinIndex(many, chosen)(ISLAND, 7);
  expect(pins.filter(({ key }) => key === chosen?.key)).toMatchObject([{ kind: 'store', card: chosen }]);
  expect(pins.reduce((sum, pin) => sum + (pin.kind === 'cluster' ? pin.count : 1), 0)).toBe(4000);
});

test('§2 store locator: a cluster comes apart at its zoom; stores of one place are gone through in turn', () => {
  const cards = cardsAt([
    ['Olbia', 40.92, 9.49],
    ['Olbia', 40.93, 9.5],
    ['Bosa', 40.3, 8.5],
    ['Bosa', 40.3, 8.5],
  ]);
  const clusters = pinIndex(cards, null)(ISLAND, 7).flatMap((pin) => (pin.kind === 'cluster' ? [pin] : []));
  const [apart] = clusters.filter(({ splitsAt }) => splitsAt !== null);
  const [together] = clusters.filter(({ splitsAt }) => splitsAt === null);
  expect(apart?.splitsAt).toBeLessThan(MAX_ZOOM);
  const members = together?.members() ?? [];
  expect(members).toHaveLength(2);
  expect(nextMember(members, undefined)).toBe(members[0]);
  expect(nextMember(members, members[0]?.key)).toBe(members[1]);
  expect(nextMember(members, members[1]?.key)).toBe(members[0]);
});

test('§9 map: zoom 17 on the chosen store, else what is found or near, else 13 on Cagliari', () => {
  const [chosen = null] = cardsAt([['Nuoro', 40.3, 9.3]]);
  const nowhere = chosen && { ...chosen, position: null };
  const own = { lat: 40, lng: 9 };
  const ordered = chosen ? [chosen, ...many] : [];
  const nothing = { chosen: null, own: null, found: null, ordered };
  expect(viewFor({ ...nothing, chosen })).toEqual({ kind: 'around', centre: chosen?.position, zoom: 17 });
  expect(viewFor(nothing)).toEqual({ kind: 'around', centre: CAGLIARI, zoom: 13 });
  expect(viewFor({ ...nothing, chosen: nowhere })).toEqual({ kind: 'around', centre: CAGLIARI, zoom: 13 });
  const [second, third] = many.map(({ position }) => position);
  expect(viewFor({ ...nothing, own })).toEqual({ kind: 'all', places: [own, chosen?.position, second, third] });
  expect(viewFor({ ...nothing, found: chosen ? [chosen] : [] })).toEqual({ kind: 'all', places: [chosen?.position] });
  expect(viewFor({ ...nothing, found: [] })).toEqual({ kind: 'around', centre: CAGLIARI, zoom: 13 });
});

test.each([
  ['one place', [['Nuoro', 40.3, 9.3]]],
  ['no place at all', []],
] as const)('§2 store locator: of %s the whole island is shown', (_known, known) => {
  const cards = cardsAt(known);
  const view = wholeView(cards);
  const places = view.kind === 'all' ? view.places : [];
  const latitudes = places.map(({ lat }) => lat);
  const longitudes = places.map(({ lng }) => lng);
  const coasts = islandCoasts.flat();
  expect(Math.min(...latitudes)).toBeCloseTo(Math.min(...coasts.map(([latitude]) => latitude)), 1);
  expect(Math.max(...latitudes)).toBeCloseTo(Math.max(...coasts.map(([latitude]) => latitude)), 1);
  expect(Math.min(...longitudes)).toBeCloseTo(Math.min(...coasts.map(([, longitude]) => longitude)), 1);
  expect(Math.max(...longitudes)).toBeCloseTo(Math.max(...coasts.map(([, longitude]) => longitude)), 1);
});

test('§2 store locator: without any known place the capital is named', () => {
  expect(townsOf([], 'Cagliari')).toEqual([{ name: 'Cagliari', position: CAGLIARI, storeCount: 0 }]);
  expect(townsOf(cardsAt([['CAGLIARI', 39.2, 9.1]]), 'Cagliari')).toMatchObject([{ name: 'CAGLIARI', storeCount: 1 }]);
});

test('§2 store locator: towns stand at the middle of their stores, and are named where there is room', () => {
  const towns = townsOf(
    cardsAt([
      ['Bosa', 40, 8],
      ['Tortolì', 39, 9],
      ['TORTOLI', 39.2, 9.2],
      ['Nuoro', 39.1, 9.1],
    ]),
    'Tortolì',
  );
  expect(towns.map(({ storeCount }) => storeCount)).toEqual([2, 1, 1]);
  expect(towns[0]?.position.lat).toBeCloseTo(39.1);
  const toScreen = ({ lat, lng }: { lat: number; lng: number }) => (lat > 39.9 ? null : { x: lng * 100, y: lat * 100 });
  expect(townsWithRoom(towns, [], toScreen)).toEqual([towns[0]]);
  expect(townsWithRoom(towns, [{ position: { lat: 39.3, lng: 9.1 } }], toScreen)).toEqual([]);
});
