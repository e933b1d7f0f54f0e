import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { renderPortal } from '../../render-portal.tsx';
import { setNetwork } from '../../set-network.ts';
import { businessWithStores, configureMaps, giveGeolocation, located, makeRoomForMaps } from './locator.ts';
import { askedMapsScript } from './maps-script.ts';

const TILES = { mapTilesUrl: 'https://tiles.example.org/{z}/{x}/{y}.png', mapTilesAttribution: '© Mappe di Prova' };
const OUT_OF_REACH = /Le immagini della mappa non sono al momento disponibili/;
const PLAIN_INSTEAD = /La mappa dettagliata non è al momento disponibile/;

/** More elements than the page needs for any number of stores. */
const MAX_ELEMENTS = 1500;

beforeAll(() => makeRoomForMaps());

async function findTile(): Promise<HTMLImageElement> {
  return waitFor(() => {
    const tile = document.querySelector<HTMLImageElement>('img.leaflet-tile');
    if (!tile) throw new Error('no tile has been asked for');
    return tile;
  });
}

/** Makes every tile load, or fail to load. */
function settleTiles(outcome: 'load' | 'error'): void {
  act(() => {
    for (const tile of document.querySelectorAll('img.leaflet-tile')) tile.dispatchEvent(new Event(outcome));
  });
}

afterEach(() => configureMaps({}));

async function openMap(count: number, search = '') {
  const portal = renderPortal(`/punti-vendita${search}`, { handlers: [located(businessWithStores(count))] });
  return { ...portal, map: within(await screen.findByRole('application', { name: 'Mappa dei punti vendita' })) };
}

test('§2 4,000 stores: pins cluster, list and carousel are paged, and the page holds few elements', async () => {
  const { map, user } = await openMap(4000);
  expect(await map.findAllByRole('button', { name: /punti vendita: ingrandisci$/ })).not.toHaveLength(0);
  expect(screen.getByText('4000 punti vendita in tutto')).toBeVisible();
  expect(screen.getByText('Pagina 1 di 1334')).toBeVisible();
  await user.click(screen.getByRole('button', { name: "Tutta l'isola" }));
  expect(await map.findAllByRole('button')).not.toHaveLength(0);
  expect(document.querySelectorAll('*').length).toBeLessThan(MAX_ELEMENTS);
});

test.each([
  { clientWidth: 0, clientHeight: 0 },
  { clientWidth: 60, clientHeight: 40 },
  { clientWidth: 800, clientHeight: 90 },
])('§2 a map that is not shown, or has next to no room, leaves the page whole: %o', async (size) => {
  const giveBack = makeRoomForMaps(size);
  try {
    await openMap(30, '?search=olbia');
    expect(await screen.findAllByText(/^Bottega /)).not.toHaveLength(0);
    expect(screen.getByRole('searchbox')).toHaveValue('olbia');
  } finally {
    giveBack();
  }
});

test('§2 map: a pin chooses its store and keeps the keyboard somewhere; a cluster brings the map nearer', async () => {
  const { map, user } = await openMap(6);
  const [cluster] = await map.findAllByRole('button', { name: /punti vendita: ingrandisci$/ });
  cluster?.focus();
  await user.keyboard('{Enter}');
  const pin = await map.findByRole('button', { name: 'Bottega 4, Via Roma 4, Olbia' });
  expect(screen.getByRole('application')).toHaveFocus();
  pin.focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { level: 2, name: 'Bottega 4' })).toHaveFocus();
  const chosen = await map.findByRole('button', { name: 'Bottega 4, Via Roma 4, Olbia' });
  expect(chosen).toHaveAttribute('aria-current', 'true');
});

test('§9 map: zoom 17 on a chosen store where there are roads to show, else as near as several places', async () => {
  const { unmount, map } = await openMap(1, '?store=1/1');
  expect(map.getByText('1 km')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Ingrandisci la mappa' })).toHaveAttribute('aria-disabled', 'true');
  unmount();
  await configureMaps(TILES);
  await openMap(1, '?store=1/1');
  expect(await findTile()).toHaveAttribute('src', expect.stringMatching(/^https:\/\/tiles\.example\.org\/17\//));
  expect(screen.getByRole('button', { name: 'Ingrandisci la mappa' })).toHaveAttribute('aria-disabled', 'false');
});

test('§2 map without roads: a chosen store inland is shown with the next town, never alone on bare land', async () => {
  const [business] = businessWithStores(2);
  const [nuoro, fonni] = business?.stores ?? [];
  const inland = [
    { ...nuoro, storeId: 1, city: 'Nuoro', coordinates: [40.32, 9.33] satisfies [number, number] },
    { ...fonni, storeId: 2, city: 'Fonni', coordinates: [40.12, 9.25] satisfies [number, number] },
  ];
  renderPortal('/punti-vendita?store=1/1', { handlers: [located([{ ...business, businessId: 1, stores: inland }])] });
  const map = within(await screen.findByRole('application', { name: 'Mappa dei punti vendita' }));
  expect(await map.findByRole('button', { name: /Nuoro$/, current: true })).toBeVisible();
  expect(map.getByText('Fonni')).toBeVisible();
});

test('design §7 map tiles: asked for at the configured address by who says where from, with their makers named', async () => {
  await configureMaps(TILES);
  giveGeolocation((answer) => answer({ coords: { latitude: 39.2, longitude: 9.1 } } as GeolocationPosition));
  const { user } = await openMap(1);
  const tile = await findTile();
  expect(tile).toHaveAttribute('src', expect.stringMatching(/^https:\/\/tiles\.example\.org\/13\//));
  expect(tile.referrerPolicy).toBe('strict-origin-when-cross-origin');
  expect(screen.getByText(/© Mappe di Prova/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Vicino a me' }));
  expect(screen.getByText(/chi fornisce la mappa vede però quale zona è mostrata/)).toBeVisible();
});

test('design §5 map tiles out of reach: the outline with the names of towns, in plain words, until they come', async () => {
  await configureMaps(TILES);
  const { map, user } = await openMap(1, '?store=1/1');
  await findTile();
  settleTiles('load');
  expect(map.queryByText('Cagliari')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Riduci la mappa' }));
  await findTile();
  settleTiles('error');
  expect(await screen.findByText(OUT_OF_REACH)).toBeVisible();
  expect(map.getByText('Cagliari')).toBeVisible();
  expect(screen.getByText(/^Mappa essenziale, senza strade/)).toBeVisible();

  const tile = await findTile();
  const askedAgain = vi.spyOn(tile, 'src', 'set');
  setNetwork(false);
  setNetwork(true);
  expect(askedAgain).toHaveBeenCalledWith(tile.getAttribute('src'));
  settleTiles('load');
  expect(screen.queryByText(OUT_OF_REACH)).toBeNull();
  expect(map.queryByText('Cagliari')).toBeNull();
  expect(screen.getByText(/© Mappe di Prova/)).toBeVisible();
});

test('§7 maps script: when it cannot be loaded, the map that needs no one else takes its place at once, and says so', async () => {
  await configureMaps({ googleMapsApiKey: 'key' });
  renderPortal('/punti-vendita', { handlers: [located(businessWithStores(1))] });
  (await askedMapsScript()).dispatchEvent(new Event('error'));
  expect(await screen.findByText(PLAIN_INSTEAD)).toBeVisible();
  const map = within(await screen.findByRole('application', { name: 'Mappa dei punti vendita' }));
  expect(await map.findByRole('button', { name: /^Bottega 1/ })).toBeVisible();
});

test('§7 maps script: when it is silent for 15 s, the map that needs no one else takes its place', async () => {
  await configureMaps({ googleMapsApiKey: 'key' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  renderPortal('/punti-vendita', { handlers: [located(businessWithStores(1))] });
  await screen.findByRole('heading', { level: 2, name: 'Mappa' });
  await askedMapsScript();
  // What the machine has taken since the question counts too.
  vi.setTimerTickMode('manual');
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(screen.queryByText(PLAIN_INSTEAD)).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(screen.getByText(PLAIN_INSTEAD)).toBeVisible();
});
