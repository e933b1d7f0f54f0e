import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, expect, test, vi } from 'vitest';
import { listBusinesses } from '#contract/calls/businesses.ts';
import { answerRaw, network } from '../../network.ts';
import { renderPortal } from '../../render-portal.tsx';
import {
  businessWithStores,
  configureMaps,
  giveGeolocation,
  located,
  makeRoomForMaps,
  narrowWindow,
} from './locator.ts';

const PATH = '/punti-vendita';

beforeAll(() => makeRoomForMaps());

async function openLocator(count: number, search = '') {
  const portal = renderPortal(PATH + search, { handlers: [located(businessWithStores(count))] });
  await screen.findByRole('heading', { level: 2, name: 'Sfoglia i punti vendita' });
  return portal;
}

function carousel() {
  return within(screen.getByRole('region', { name: 'Sfoglia i punti vendita' }));
}

function list() {
  return within(screen.getByRole('region', { name: 'Elenco dei punti vendita' }));
}

function names(place: ReturnType<typeof carousel>): (string | undefined)[] {
  return place.getAllByRole('heading', { level: 3 }).map(({ textContent }) => /Bottega \d+/.exec(textContent)?.[0]);
}

function panelTitle(name: string): HTMLElement {
  return screen.getByRole('heading', { level: 2, name });
}

test('§2 §9 carousel: 3 cards a page; the first page comes after the last, and the last before the first', async () => {
  const { user } = await openLocator(7);
  expect(screen.getByRole('region', { name: 'Sfoglia i punti vendita' })).toHaveAttribute(
    'aria-roledescription',
    'carosello',
  );
  expect(names(carousel())).toEqual(['Bottega 1', 'Bottega 2', 'Bottega 3']);
  expect(carousel().getByRole('status')).toHaveTextContent('Pagina 1 di 3');
  const next = carousel().getByRole('button', { name: 'Pagina successiva' });
  await user.click(next);
  await user.click(next);
  expect(names(carousel())).toEqual(['Bottega 7']);
  await user.click(next);
  expect(carousel().getByRole('status')).toHaveTextContent('Pagina 1 di 3');
  await user.click(carousel().getByRole('button', { name: 'Pagina precedente' }));
  expect(carousel().getByRole('status')).toHaveTextContent('Pagina 3 di 3');
});

test('§2 carousel: arrow keys, Home and End turn the pages, and the focus comes along', async () => {
  const { user } = await openLocator(7);
  carousel()
    .getByRole('link', { name: /Bottega 2$/ })
    .focus();
  await user.keyboard('{ArrowRight}');
  expect(carousel().getByRole('link', { name: /Bottega 4$/ })).toHaveFocus();
  await user.keyboard('{End}');
  expect(carousel().getByRole('link', { name: /Bottega 7$/ })).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(carousel().getByRole('link', { name: /Bottega 1$/ })).toHaveFocus();
});

test('§2 carousel on a phone: one card, turned by a finger that moves far enough', async () => {
  narrowWindow();
  await openLocator(3);
  expect(names(carousel())).toEqual(['Bottega 1']);
  const swipe = (from: number, to: number) => {
    const card = carousel().getByRole('list');
    fireEvent.pointerDown(card, { pointerType: 'touch', pointerId: 1, clientX: from });
    fireEvent.pointerMove(card, { pointerType: 'touch', pointerId: 1, clientX: to });
    fireEvent.pointerUp(card, { pointerType: 'touch', pointerId: 1, clientX: to });
  };
  swipe(200, 80);
  expect(carousel().getByRole('status')).toHaveTextContent('Pagina 2 di 3');
  swipe(100, 80);
  expect(carousel().getByRole('status')).toHaveTextContent('Pagina 2 di 3');
  swipe(80, 200);
  swipe(80, 200);
  expect(carousel().getByRole('status')).toHaveTextContent('Pagina 3 di 3');
  vi.restoreAllMocks();
});

test("§2 card: company name, address and 'INDICAZIONI' on a maps site in a new tab", async () => {
  await openLocator(1);
  const card = within(carousel().getByRole('listitem'));
  expect(card.getByRole('link', { name: /Rossi S\.r\.l\./ })).toBeVisible();
  expect(card.getByText('Via Roma 1, Cagliari')).toBeVisible();
  const way = card.getByRole('link', { name: /^INDICAZIONI per Bottega 1/ });
  expect(way).toHaveAttribute('href', 'https://www.google.com/maps/dir/?api=1&destination=39.2%2C9.1217');
  expect(way).toHaveAttribute('target', '_blank');
});

test("§2 info panel: every field of the chosen store, '-' where nothing is known; it takes the focus and gives it back", async () => {
  const { user } = await openLocator(4);
  const link = carousel().getByRole('link', { name: /Bottega 2$/ });
  await user.click(link);
  expect(await screen.findByRole('heading', { level: 2, name: 'Bottega 2' })).toHaveFocus();
  const facts = Array.from(document.querySelectorAll('.store-details > div'), (row) =>
    Array.from(row.children, ({ textContent }) => textContent),
  );
  expect(facts).toEqual([
    ['Ragione sociale', 'Rossi S.r.l.'],
    ['Partita IVA', '01234567890'],
    ['Codice fiscale', '-'],
    ['Indirizzo', 'Via Roma 2, Tortolì'],
    ['Telefono', '070 1234'],
    ['Posta elettronica', 'info@rossi.example'],
    ['Orari', '-'],
    ['Sito web', 'www.rossi.example'],
  ]);
  expect(screen.getByRole('link', { name: '070 1234' })).toHaveAttribute('href', 'tel:0701234');
  expect(screen.getByRole('link', { name: 'info@rossi.example' })).toHaveAttribute('href', 'mailto:info@rossi.example');
  expect(screen.getByRole('link', { name: 'www.rossi.example' })).toHaveAttribute('href', 'https://www.rossi.example/');
  expect(window.location.search).toBe('?store=1%2F2');
  await user.click(screen.getByRole('link', { name: 'Chiudi la scheda' }));
  await screen.findByRole('heading', { level: 2, name: 'Scheda del punto vendita' });
  expect(carousel().getByRole('link', { name: /Bottega 2$/ })).toHaveFocus();
});

test('§2 list: choosing there equals choosing a card, and the carousel goes to it', async () => {
  const { user } = await openLocator(8);
  // The list repeats the content of the cards only on request.
  expect(list().queryByRole('link')).toBeNull();
  await user.click(list().getByRole('button', { name: "Mostra l'elenco" }));
  await user.click(list().getByRole('link', { name: /Bottega 5$/ }));
  await screen.findByRole('heading', { level: 2, name: 'Bottega 5' });
  expect(names(carousel())).toContain('Bottega 5');
  for (const place of [carousel(), list()]) {
    expect(place.getByRole('link', { name: /Bottega 5$/ })).toHaveAttribute('aria-current', 'true');
  }
});

test('§2 search: by town without accents, it narrows cards, list and pins alike, and says when nothing is found', async () => {
  const { user } = await openLocator(8);
  await screen.findByRole('application', { name: 'Mappa dei punti vendita' });
  await user.type(screen.getByRole('searchbox', { name: 'Cerca per comune o per nome' }), 'tortoli');
  expect(await screen.findByText('2 punti vendita trovati')).toBeVisible();
  expect(names(carousel())).toEqual(['Bottega 2', 'Bottega 6']);
  await user.click(list().getByRole('button', { name: "Mostra l'elenco" }));
  expect(names(list())).toEqual(['Bottega 2', 'Bottega 6']);
  const map = within(screen.getByRole('application'));
  await waitFor(() =>
    expect(map.getAllByRole('button').map(({ title }) => title)).toEqual([
      'Bottega 2, Via Roma 2, Tortolì',
      'Bottega 6, Via Roma 6, Tortolì',
    ]),
  );
  expect(window.location.search).toBe('?search=tortoli');
  await user.type(screen.getByRole('searchbox'), ' xyz');
  expect(await screen.findByText(/Nessun punto vendita trovato per «tortoli xyz»/)).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Elenco dei punti vendita' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Azzera la ricerca' }));
  expect(await screen.findByText('8 punti vendita in tutto')).toBeVisible();
});

test('§2 search: it takes the place of the chosen store, in panel, map, address and carousel; taken back, it drops none', async () => {
  const { user } = await openLocator(28, '?store=1/26');
  const map = within(await screen.findByRole('application'));
  expect(map.getByText('1 km')).toBeVisible();
  expect(carousel().getByRole('status')).toHaveTextContent('Pagina 9 di 10');
  await user.type(screen.getByRole('searchbox'), 'tortoli');
  expect(await screen.findByText('7 punti vendita trovati')).toBeVisible();
  expect(panelTitle('Scheda del punto vendita')).toBeVisible();
  expect(await map.findByText(/ km$/)).toBeVisible();
  expect(screen.getByRole('searchbox')).toHaveFocus();
  expect(carousel().getByRole('status')).toHaveTextContent('Pagina 1 di 3');
  expect(window.location.search).toBe('?search=tortoli');
  await user.click(carousel().getByRole('link', { name: /Bottega 6$/ }));
  await screen.findByRole('heading', { level: 2, name: 'Bottega 6' });
  await user.click(screen.getByRole('button', { name: 'Azzera la ricerca' }));
  expect(await screen.findByText('28 punti vendita in tutto')).toBeVisible();
  expect(panelTitle('Bottega 6')).toBeVisible();
});

test('design §5 the address holds search, store and page of the list; the back button goes to the store before', async () => {
  const { user } = await openLocator(30, '?search=bottega&page=2&store=1/1');
  expect(screen.getByRole('searchbox')).toHaveValue('bottega');
  expect(panelTitle('Bottega 1')).toBeVisible();
  expect(document.activeElement).toBe(document.body);
  expect(list().getByRole('status')).toHaveTextContent('Pagina 2 di 2');
  await user.click(list().getByRole('link', { name: /Bottega 30$/ }));
  await screen.findByRole('heading', { level: 2, name: 'Bottega 30' });
  expect(list().getByRole('status')).toHaveTextContent('Pagina 2 di 2');
  window.history.back();
  expect(await screen.findByRole('heading', { level: 2, name: 'Bottega 1' })).toBeVisible();
});

test('§2 store locator: a link to a store that there is not says so', async () => {
  await openLocator(1, '?store=99');
  expect(screen.getByText(/Il punto vendita richiesto non è presente/)).toBeVisible();
});

test("§2 'vicino a me': asked on the click only; the nearest first with the distance in km; off again", async () => {
  const getCurrentPosition = vi.fn((answerWith: PositionCallback) =>
    answerWith({ coords: { latitude: 39.228, longitude: 9.1217 } } as GeolocationPosition),
  );
  giveGeolocation(getCurrentPosition);
  const { user } = await openLocator(8);
  expect(getCurrentPosition).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Vicino a me' }));
  await waitFor(() => expect(names(carousel())[0]).toBe('Bottega 8'));
  expect(carousel().getByText('0,0 km')).toBeVisible();
  expect(await within(await screen.findByRole('application')).findByText('La tua posizione')).toBeVisible();
  await user.click(list().getByRole('button', { name: "Mostra l'elenco" }));
  expect(list().getByText('0,4 km')).toBeVisible();
  expect(window.location.search).toBe('');
  await user.click(screen.getByRole('button', { name: 'Vicino a me', pressed: true }));
  expect(names(carousel())[0]).toBe('Bottega 1');
});

test("§2 'vicino a me': it takes the place of the chosen store, in panel, map, address and carousel", async () => {
  giveGeolocation((answerWith) =>
    answerWith({ coords: { latitude: 39.228, longitude: 9.1217 } } as GeolocationPosition),
  );
  const { user } = await openLocator(8, '?store=1/1');
  const map = within(await screen.findByRole('application'));
  expect(map.getByText('1 km')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Vicino a me' }));
  expect(await screen.findByRole('heading', { level: 2, name: 'Scheda del punto vendita' })).toBeVisible();
  expect(await map.findByText('1 km')).toBeVisible();
  expect(names(carousel())[0]).toBe('Bottega 8');
  expect(carousel().getByRole('status')).toHaveTextContent('Pagina 1 di 3');
  expect(window.location.search).toBe('');
});

test.each([
  [1, /Il permesso di usare la posizione è stato negato/],
  [2, /La posizione non è disponibile su questo dispositivo/],
  [3, /La posizione non è arrivata in tempo/],
])("§2 'vicino a me': the browser's refusal %i is put in clear words", async (code, words) => {
  const constants = { PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3, message: '' } as const;
  const getCurrentPosition = (_: PositionCallback, refuse: PositionErrorCallback) => refuse({ ...constants, code });
  giveGeolocation(getCurrentPosition);
  const { user } = await openLocator(2);
  await user.click(screen.getByRole('button', { name: 'Vicino a me' }));
  expect(screen.getByText(words)).toBeVisible();
  expect(names(carousel())).toHaveLength(2);
});

test('rules §2 store locator: a skeleton while loading, an error in its place with a retry, which keeps the keyboard', async () => {
  const { user } = renderPortal(PATH, { handlers: [answerRaw(listBusinesses, { status: {} }, 500)] });
  expect(await screen.findByText('Non è stato possibile caricare i punti vendita.')).toBeVisible();
  const releases: (() => void)[] = [];
  const released = new Promise<void>((resolve) => releases.push(resolve));
  network.use(
    http.get('*/api/v1/businesses', async () => {
      await released;
      return HttpResponse.json({ data: { businesses: businessWithStores(1) } });
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Riprova' }));
  const loading = await screen.findByText('Caricamento dei punti vendita in corso…');
  expect(document.activeElement).toContainElement(loading);
  expect(document.activeElement).not.toBe(document.body);
  for (const release of releases) release();
  expect(await screen.findByRole('heading', { level: 2, name: 'Sfoglia i punti vendita' })).toBeVisible();
});

test("§2 'Nessun punto vendita presente' where there is none", async () => {
  renderPortal(PATH, { handlers: [located([])] });
  expect(await screen.findByText('Nessun punto vendita presente')).toBeVisible();
});

test('§2 open data: the stores as files are linked where the server has them, and only there', async () => {
  const { unmount } = await openLocator(1);
  expect(screen.queryByRole('link', { name: 'GeoJSON' })).not.toBeInTheDocument();
  unmount();
  await configureMaps({ openDataUrl: '/api/v1/extra/open-data' });
  await openLocator(1);
  expect(screen.getByRole('link', { name: 'CSV' })).toHaveAttribute('href', '/api/v1/extra/open-data/stores.csv');
  expect(screen.getByRole('link', { name: 'GeoJSON' })).toHaveAttribute(
    'href',
    '/api/v1/extra/open-data/stores.geojson',
  );
  await configureMaps({});
});
