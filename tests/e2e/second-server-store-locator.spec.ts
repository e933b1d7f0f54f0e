import { carousel, chooseCard, islandMap, scale } from './support/store-locator.ts';
import { expect, test } from './support/second-server.ts';
import { intercept } from './support/intercept.ts';

test.afterEach(({ server }) => {
  expect(server.fixture.violations).toEqual([]);
});

test(
  'rules §1 another server: businesses without stores, with a place as texts, with none, with one that is none',
  { tag: '@full' },
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/punti-vendita');
    await expect(carousel(page).getByRole('heading', { level: 3 })).toHaveText([
      /^Bottega Senza Glutine S\.r\.l\./,
      /^Emporio del Golfo/,
      /^Spaccio del Monte/,
    ]);
    await chooseCard(page, /^Bottega/);
    await expect(scale(page)).toHaveText('1 km');
    await expect(islandMap(page).locator('[aria-current="true"]')).toBeVisible();
    await chooseCard(page, /^Spaccio/);
    await expect(page.getByText('Loc. Su Monti, Nuoro').last()).toBeVisible();
    await expect(page.getByText(/La posizione di questo punto vendita non è nota/)).toBeVisible();
    await expect(scale(page)).toHaveText('1 km');
    await chooseCard(page, /^Emporio/);
    await expect(page.getByRole('heading', { level: 2, name: 'Emporio del Golfo' })).toBeVisible();
    await expect(page.getByRole('definition')).toHaveText(['Emporio del Golfo', '-', '-', '-', '-', '-', '-', '-']);
    await expect(page.getByRole('link', { name: /^INDICAZIONI per Emporio/ })).toHaveCount(0);
  },
);

/**
 * Replaces the maps script, which is unreachable here: records on the page the positions of the map and its pins, and
 * ignores all other calls.
 */
const MAPS_SCRIPT = `
  const notes = document.documentElement.dataset;
  const pins = new Set();
  const listeners = new Map();
  class Patient {
    constructor() {
      return new Proxy(this, { get: (object, name) => (name in object ? object[name] : () => undefined) });
    }
  }
  class MapOfNotes extends Patient {
    setZoom(zoom) { this.zoom = zoom; }
    getZoom() { return this.zoom; }
    setCenter(centre) {
      notes.map = JSON.stringify({ zoom: this.zoom, ...centre });
      setTimeout(() => listeners.get('idle')?.());
    }
    getBounds() { return { toJSON: () => ({ south: 38, west: 8, north: 42, east: 10 }) }; }
  }
  class Marker extends Patient {
    setTitle(title) { notes.pins = JSON.stringify([...pins.add(title)]); }
  }
  const event = {
    addListener: (object, name, listener) => listeners.set(name, listener),
    removeListener: () => undefined,
    clearInstanceListeners: () => undefined,
  };
  const importLibrary = () => Promise.resolve({});
  Object.assign(google.maps, { Map: MapOfNotes, Marker, SymbolPath: { CIRCLE: 0 }, event, importLibrary });
  google.maps.__ib__();
`;

test('§7 the maps script: asked for with the key of the configuration, told zoom 13 on Cagliari and 17 on a store', async ({
  page,
}) => {
  await intercept(page, '**/config.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      json: { ...((await answer.json()) as object), googleMapsApiKey: 'chiave' },
    });
  });
  await intercept(page, 'https://maps.googleapis.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: MAPS_SCRIPT }),
  );
  const asked = page.waitForRequest('https://maps.googleapis.com/**');
  await page.goto('/punti-vendita');
  expect(new URL((await asked).url()).searchParams.get('key')).toBe('chiave');
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-map', '{"zoom":13,"lat":39.2238,"lng":9.1217}');
  await expect(root).toHaveAttribute('data-pins', '["Bottega Senza Glutine S.r.l."]');
  await chooseCard(page, /^Spaccio/);
  await chooseCard(page, /^Bottega/);
  await expect(root).toHaveAttribute('data-map', '{"zoom":17,"lat":39.2238,"lng":9.1217}');
  await expect(islandMap(page)).toHaveCount(0);
});
