import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadRuntimeConfig } from '#src/providers/runtime-config.ts';
import { portalFiles, testConfig } from '#tests/support/portal-files.ts';
import { network } from '../../network.ts';
import { renderPortal } from '../../portal.tsx';
import { businessWithStores, located, makeRoomForMaps } from './locator.ts';

/** More than the page ever needs, whatever the number of stores. */
const MOST_ELEMENTS = 1500;

beforeAll(makeRoomForMaps);

async function configure(config: Partial<ReturnType<typeof testConfig>>): Promise<void> {
  network.use(...portalFiles({ ...testConfig(''), ...config }));
  await loadRuntimeConfig();
}

afterEach(() => configure({}));

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
  expect(document.querySelectorAll('*').length).toBeLessThan(MOST_ELEMENTS);
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

test('design §7 map tiles: asked for at the configured address, with their makers named', async () => {
  await configure({
    mapTilesUrl: 'https://tiles.example.org/{z}/{x}/{y}.png',
    mapTilesAttribution: '© Mappe di Prova',
  });
  await openMap(1);
  await waitFor(() =>
    expect(document.querySelector('.leaflet-tile')?.getAttribute('src')).toMatch(
      /^https:\/\/tiles\.example\.org\/13\//,
    ),
  );
  expect(screen.getByText(/© Mappe di Prova/)).toBeVisible();
});

test('§7 maps script: when it cannot be loaded, the map that needs no one else takes its place, and says so', async () => {
  const refuse = new MutationObserver(() => {
    for (const script of document.head.querySelectorAll('script[src^="https://maps.googleapis.com/"]')) {
      script.dispatchEvent(new Event('error'));
    }
  });
  refuse.observe(document.head, { childList: true });
  await configure({ googleMapsApiKey: 'key' });
  const { map } = await openMap(1);
  expect(screen.getByText(/La mappa dettagliata non è al momento disponibile/)).toBeVisible();
  expect(await map.findByRole('button', { name: /^Bottega 1/ })).toBeVisible();
  refuse.disconnect();
});
