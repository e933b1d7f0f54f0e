import { act, screen, waitFor, within } from '@testing-library/react';
import { http, type HttpHandler, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CallReply, CallRequest } from '#contract/call.ts';
import { searchAmcOrders } from '#contract/calls/amc-orders.ts';
import { requestSignOn } from '#contract/calls/authentication.ts';
import { readFeatures } from '#contract/calls/features.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import type { Profile } from '#contract/entities/shared.ts';
import { clearSessionStorage } from '#src/providers/session/tokens.ts';
import { addressed } from '#tests/support/filter-address.ts';
import { answer, answerRaw, network, refuse } from '../../network.ts';
import { renderPortal } from '../../render-portal.tsx';
import { setNetwork } from '../../set-network.ts';

const NOW = new Date('2026-11-20T12:00:00+01:00');

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type PurchaseReply = CallReply<typeof searchPurchases>;
type OrderReply = CallReply<typeof searchAmcOrders>;

const product = { productId: 1, name: 'Pane', categories: [{ categoryId: 1, name: 'Pane e sostitutivi' }] };

function purchase(
  purchaseId: number,
  createTime: string,
  itemsAmount: number,
  status: 'ACTIVE' | 'CANCELLED' = 'ACTIVE',
) {
  const items = [{ quantity: 1, pricePerUnit: itemsAmount, totalPrice: itemsAmount, product }];
  return { purchaseId, createTime, itemsAmount, status, items };
}

const PURCHASES = [
  purchase(3, '2026-11-20T10:00:00+01:00', 12.3),
  purchase(2, '2026-11-20T09:00:00+01:00', 99, 'CANCELLED'),
  purchase(1, '2026-11-18T09:00:00+01:00', 1234.5),
];

function sold(purchases: PurchaseReply['purchases'], totalCount = purchases.length): PurchaseReply {
  return { purchases, pagination: { page: 0, pageSize: 1000, totalCount, totalPages: 1 } };
}

function ordered(orders: OrderReply['orders']): OrderReply {
  return { orders, pagination: { page: 0, pageSize: 1000, totalCount: orders.length, totalPages: 1 } };
}

async function renderHome(as: Profile, ...handlers: HttpHandler[]) {
  const portal = renderPortal('/', { as, handlers });
  await screen.findByRole('heading', { level: 1, name: 'Riepilogo attività' });
  return portal;
}

/** The cells of the first rows of a table of figures. */
async function rowsOf(title: string, count: number): Promise<string[][]> {
  const table = await screen.findByRole('table', { name: title });
  return within(table)
    .getAllByRole('row')
    .slice(1, count + 1)
    .map((row) => Array.from(row.children, ({ textContent }) => textContent.replaceAll('\u00a0', ' ')));
}

/** What the chart of a card draws. */
async function drawnIn(title: string): Promise<(string | null)[]> {
  const card = within(screen.getByRole('heading', { level: 2, name: title }).parentElement ?? document.body);
  const drawn = await card.findByTestId('chart');
  expect(drawn.closest('[aria-hidden="true"]')).not.toBeNull();
  return Array.from(drawn.children, ({ textContent }) => textContent);
}

test("§2 home: what the service is, for whom, the paper vouchers, the stores, and 'Accedi', which starts the sign-on", async () => {
  const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockReturnValue();
  const amRasRequest = { RelayState: 'relay-1', SAMLRequest: 'saml-1', ssoUrl: 'https://idp.example.org/sso' };
  const { user } = renderPortal('/', { handlers: [answer(requestSignOn, { amRasRequest })] });
  await screen.findByRole('heading', { level: 1, name: 'Il buono alimentare, in negozio e in farmacia' });
  const main = within(screen.getByRole('main'));
  const places = main.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(new Set(places)).toEqual(new Set(['/punti-vendita', '/informazioni-buoni', '/support']));
  for (const fact of [
    /Da luglio/,
    /una sola volta al proprio distretto/,
    /restano validi/,
    /rinnovano automaticamente/,
  ]) {
    expect(screen.getByRole('main')).toHaveTextContent(fact);
  }
  await user.click(main.getByRole('button', { name: 'Accedi' }));
  await waitFor(() => expect(submit).toHaveBeenCalledTimes(1));
});

test('§2 home of a shop: spending by day, by category, cancellations and today, each chart with a table of the same figures', async () => {
  const asked: CallRequest<typeof searchPurchases>['query'][] = [];
  await renderHome(
    'BUSINESS',
    answer(searchPurchases, ({ query }) => {
      asked.push(query);
      return sold(PURCHASES);
    }),
  );
  const today = (label: string) => screen.getByText(label).nextElementSibling?.textContent.replaceAll('\u00a0', ' ');
  await screen.findByText('Acquisti di oggi');
  expect([today('Acquisti di oggi'), today('Totale di oggi')]).toEqual(['1', '12,30 €']);
  expect(await rowsOf('Spesa per giorno, ultimi 30 giorni', 3)).toEqual([
    ['20/11/2026', '1', '12,30 €'],
    ['19/11/2026', '0', '0,00 €'],
    ['18/11/2026', '1', '1.234,50 €'],
  ]);
  expect(await rowsOf('Spesa per categoria, ultimi 30 giorni', 9)).toEqual([['Pane e sostitutivi', '2', '1.246,80 €']]);
  expect((await rowsOf('Acquisti e storni per settimana, ultimi 30 giorni', 1))[0]).toEqual([
    '16/11 – 20/11',
    '2',
    '1',
    '99,00 €',
  ]);
  const days = await drawnIn('Spesa per giorno, ultimi 30 giorni');
  expect([days.length, ...days.slice(-3)]).toEqual([30, '18/11 Totale 1234.5', '19/11 Totale 0', '20/11 Totale 12.3']);
  expect((await drawnIn('Acquisti e storni per settimana, ultimi 30 giorni')).slice(-2)).toEqual([
    '16/11–20/11 Completati 2',
    '16/11–20/11 Stornati 1',
  ]);
  expect(asked).toEqual([
    { dateStart: '2026-10-22', dateEnd: '2026-11-20', page: 0, size: 1000, sort: 'createTime,desc' },
  ]);
});

async function actionsShown(): Promise<(string | null)[]> {
  const actions = within(await screen.findByRole('navigation', { name: 'Azioni rapide' }));
  return actions.getAllByRole('link').map((link) => link.getAttribute('href'));
}

test('§6 home of a shop: its screens, the patient search first; with nothing sold it says so', async () => {
  await renderHome('BUSINESS');
  expect(await actionsShown()).toEqual([
    '/ricerca-assistiti',
    '/storico-acquisti',
    '/prospetto-fatturazione',
    '/ordini-amc',
    '/riepilogo-ordini-amc',
  ]);
  expect(within(screen.getByRole('main')).getAllByRole('link')[0]).toHaveTextContent('Ricerca Assistiti');
  expect(await screen.findByText(/Negli ultimi 30 giorni non ci sono acquisti/)).toBeVisible();
});

test('§6 home of a health authority: its two screens; a quiet error is as no orders; a session that ends leaves the public page', async () => {
  await renderHome('ASL', refuse(searchAmcOrders, 'PATH_NOT_FOUND'));
  expect(await actionsShown()).toEqual(['/riepilogo-ordini-amc', '/prospetto-fatturazione']);
  expect(await screen.findByText(/non ci sono ordini AMC/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Riprova' })).toBeNull();
  act(() => clearSessionStorage());
  expect(await screen.findByRole('heading', { level: 1, name: /Il buono alimentare/ })).toBeVisible();
});

test('§2 home of a health authority: AMC orders by month, by business, by ESB status', async () => {
  const asked: CallRequest<typeof searchAmcOrders>['query'][] = [];
  const order = { amcOrderId: 1, businessName: 'Farmacia Rossi', orderDate: '2026-11-10T10:00:00+01:00' };
  await renderHome(
    'ASL',
    answer(searchAmcOrders, ({ query }) => {
      asked.push(query);
      return ordered([
        { ...order, amount: 100, esbStatus: 'ACCEPTED' },
        { ...order, amount: 30, esbStatus: 'REJECTED' },
        { ...order, amount: null, esbStatus: 'PENDING' },
      ]);
    }),
  );
  expect(await rowsOf('Ordini AMC per mese, ultimi 12 mesi', 2)).toEqual([
    ['11/2026', '2', '100,00 €'],
    ['10/2026', '0', '0,00 €'],
  ]);
  expect(await rowsOf('Ordini AMC per esercente, ultimi 12 mesi', 9)).toEqual([['Farmacia Rossi', '2', '100,00 €']]);
  expect(await rowsOf('Ordini AMC per stato ESB, ultimi 12 mesi', 9)).toEqual([
    ['In attesa di invio', '1', '0,00 €'],
    ['Accettato', '1', '100,00 €'],
    ['Rifiutato', '1', '30,00 €'],
  ]);
  expect(screen.getAllByText('Ordini senza importo, che non contano nei totali: 1.')).toHaveLength(3);
  expect(screen.getByText('Ordini di questo mese').closest('dl')?.nextSibling).toHaveTextContent(
    'Gli ordini rifiutati non contano',
  );
  expect(await drawnIn('Ordini AMC per stato ESB, ultimi 12 mesi')).toEqual([
    'In attesa di invio Ordini 1',
    'Accettato Ordini 1',
    'Rifiutato Ordini 1',
  ]);
  expect(asked).toEqual([
    { aslId: 1, dateStart: '2025-12-01', dateEnd: '2026-11-20', page: 0, size: 1000, sort: 'createTime,desc' },
  ]);
});

function tileLabels(): (string | null)[] {
  return screen.getAllByRole('term').map(({ textContent }) => textContent);
}

function cardTitles(): (string | null)[] {
  return within(screen.getByRole('main'))
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent);
}

test('§2 home of a shop: with more purchases than it reads, it says so, and every title names the day since when all are there', async () => {
  await renderHome('BUSINESS', answer(searchPurchases, sold(PURCHASES, 3412)));
  expect(
    await screen.findByText(/letti: 3, i più recenti su 3\.412\. I dati sono completi dal 19\/11\/2026/),
  ).toBeVisible();
  expect(tileLabels()).toEqual([
    'Acquisti di oggi',
    'Totale di oggi',
    'Acquisti dal 19/11/2026',
    'Totale dal 19/11/2026',
    'Acquisti stornati dal 19/11/2026',
  ]);
  const titles = ['Spesa per giorno', 'Spesa per categoria', 'Acquisti e storni per settimana'].map(
    (title) => `${title}, dal 19/11/2026`,
  );
  expect(cardTitles()).toEqual(titles);
  expect(screen.getAllByRole('table').map((table) => table.getAttribute('aria-label'))).toEqual(titles);
  expect((await rowsOf('Spesa per giorno, dal 19/11/2026', 30)).map(([day]) => day)).toEqual([
    '20/11/2026',
    '19/11/2026',
  ]);
});

/** The filters of the list that a link opens. */
function listOf(link: HTMLElement) {
  const address = link.getAttribute('href') ?? '';
  return { path: address.split('?')[0], ...addressed(address) };
}

test('§2 home of a shop: tiles and rows lead to the purchases that they count', async () => {
  const features = { sorts: {}, filters: { purchases: ['storeId'] }, calls: [] };
  await renderHome('BUSINESS', answer(searchPurchases, sold(PURCHASES)), answer(readFeatures, { features }));
  const day = {
    path: '/storico-acquisti',
    purchaseStatusList: 'ACTIVE',
    dateStart: '2026-11-20',
    dateEnd: '2026-11-20',
  };
  const tile = (label: string) => within(screen.getByText(label).nextElementSibling as HTMLElement).getByRole('link');
  await waitFor(() => expect(listOf(tile('Acquisti di oggi'))).toEqual(day));
  expect(listOf(tile('Acquisti stornati negli ultimi 30 giorni'))).toEqual({
    path: '/storico-acquisti',
    purchaseStatusList: 'CANCELLED',
    dateStart: '2026-10-22',
    dateEnd: '2026-11-20',
  });
  const links = (title: string) => within(screen.getByRole('table', { name: title })).getAllByRole('link');
  const days = links('Spesa per giorno, ultimi 30 giorni');
  expect(days.map(({ textContent }) => textContent)).toEqual(['20/11/2026', '18/11/2026']);
  expect(days.map(listOf)[0]).toEqual(day);
  expect(links('Acquisti e storni per settimana, ultimi 30 giorni').map(listOf)).toEqual(
    ['ACTIVE', 'CANCELLED'].map((purchaseStatusList) => ({
      ...day,
      purchaseStatusList,
      dateStart: '2026-11-16',
    })),
  );
  expect(within(screen.getByRole('main')).getAllByRole('link', { name: 'Storico acquisti' })).toHaveLength(1);
});

test('§2 home of a shop: a category leads to the completed purchases of its products, by keyboard too', async () => {
  const features = { sorts: {}, filters: { purchases: ['storeId', 'categoryId'] }, calls: [] };
  const { user } = await renderHome(
    'BUSINESS',
    answer(searchPurchases, sold(PURCHASES)),
    answer(readFeatures, { features }),
  );
  const link = await screen.findByRole('link', { name: 'Pane e sostitutivi' });
  expect(listOf(link)).toEqual({
    path: '/storico-acquisti',
    purchaseStatusList: 'ACTIVE',
    dateStart: '2026-10-22',
    dateEnd: '2026-11-20',
    categoryId: '1',
  });
  link.focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: 'Storico acquisti' })).toBeVisible();
});

test('rules §1 home of a shop: a server that names other filters of the history alone has no links of categories', async () => {
  const features = { sorts: {}, filters: { purchases: ['storeId'] }, calls: [] };
  await renderHome('BUSINESS', answer(searchPurchases, sold(PURCHASES)), answer(readFeatures, { features }));
  await screen.findByRole('link', { name: '20/11/2026' });
  const card = screen.getByRole('table', { name: 'Spesa per categoria, ultimi 30 giorni' });
  expect(within(card).getByText('Pane e sostitutivi')).toBeInTheDocument();
  expect(within(card).queryByRole('link')).not.toBeInTheDocument();
});

/** The lists that the links of the figures open. */
function listsLedTo() {
  return within(screen.getByRole('main'))
    .getAllByRole('link')
    .filter((link) => link.getAttribute('href')?.includes('filters'))
    .map(listOf);
}

test('rules §1 home of a shop: a server that names no filter of the history has no links to what it cannot show', async () => {
  const purchases = answer(searchPurchases, sold(PURCHASES));
  const { user } = await renderHome('BUSINESS', purchases);
  await screen.findByText('Acquisti di oggi');
  // By now the server's features are known, because another screen was shown.
  await user.click(
    within(screen.getByRole('navigation', { name: 'Azioni rapide' })).getAllByRole('link')[1] ?? document.body,
  );
  await screen.findByRole('heading', { level: 1, name: 'Storico acquisti' });
  await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Home' }));
  await screen.findByText('Acquisti di oggi');
  expect(listsLedTo()).toEqual([]);
});

const BY_STATUS = { features: { sorts: {}, filters: { 'amc-orders': ['esbStatus'] }, calls: [] } };
const ROSSI = { businessId: 7, businessName: 'Farmacia Rossi', amount: 5, orderDate: '2026-11-10T10:00:00+01:00' };
const YEAR = { path: '/riepilogo-ordini-amc', dateStart: '2025-12-01', dateEnd: '2026-11-20' };

test('§2 home of a health authority: tiles and rows lead to the orders that they count, without those rejected', async () => {
  const orders = [
    { ...ROSSI, amcOrderId: 1, esbStatus: 'SENT' as const },
    { ...ROSSI, amcOrderId: 2, esbStatus: 'REJECTED' as const },
  ];
  await renderHome('ASL', answer(searchAmcOrders, ordered(orders)), answer(readFeatures, BY_STATUS));
  const link = (name: string) => screen.findByRole('link', { name });
  const esbStatus = 'PENDING,SENT,ACCEPTED';
  expect(listOf(await link('11/2026'))).toEqual({ ...YEAR, esbStatus, dateStart: '2026-11-01' });
  expect(listOf(await link('Ordini negli ultimi 12 mesi 1'))).toEqual({ ...YEAR, esbStatus });
  expect(listOf(await link('Farmacia Rossi'))).toEqual({ ...YEAR, esbStatus, businessId: '7' });
  expect(listOf(await link('Inviato'))).toEqual({ ...YEAR, esbStatus: 'SENT' });
  expect(listOf(await link('Rifiutato'))).toEqual({ ...YEAR, esbStatus: 'REJECTED' });
});

test('§2 home of a health authority: with nothing rejected its figures lead to lists that every server shows', async () => {
  await renderHome('ASL', answer(searchAmcOrders, ordered([{ ...ROSSI, amcOrderId: 1, esbStatus: 'SENT' }])));
  expect(listOf(await screen.findByRole('link', { name: '11/2026' }))).toEqual({ ...YEAR, dateStart: '2026-11-01' });
});

test('rules §1 home of a health authority: where no list leaves out the rejected, figures without them lead nowhere', async () => {
  const orders = [
    { ...ROSSI, amcOrderId: 1, esbStatus: 'SENT' as const },
    { ...ROSSI, amcOrderId: 2, esbStatus: 'REJECTED' as const },
  ];
  await renderHome('ASL', answer(searchAmcOrders, ordered(orders)));
  await screen.findByText('Farmacia Rossi');
  expect(listsLedTo()).toEqual([]);
});

/** Orders in the form that another server may send. */
function orderedElsewhere(...orders: object[]): HttpHandler {
  return answerRaw(searchAmcOrders, { data: { orders }, pagination: { totalCount: orders.length } });
}

test("rules §1 home of a health authority: another server's own status leads to no list", async () => {
  const sent = { ...ROSSI, amcOrderId: 1, esbStatus: 'SENT' };
  const own = { ...ROSSI, amcOrderId: 2, esbStatus: 'IN_CODA' };
  await renderHome('ASL', orderedElsewhere(sent, own), answer(readFeatures, BY_STATUS));
  expect(listOf(await screen.findByRole('link', { name: 'Inviato' }))).toEqual({ ...YEAR, esbStatus: 'SENT' });
  expect(screen.queryByRole('link', { name: 'IN_CODA' })).toBeNull();
});

test('rules §1 home of a health authority: with orders that bear no date only the months lead to their lists', async () => {
  const sent = { ...ROSSI, amcOrderId: 1, esbStatus: 'SENT' };
  const undated = { ...sent, amcOrderId: 2, orderDate: null };
  await renderHome('ASL', orderedElsewhere(sent, undated), answer(readFeatures, BY_STATUS));
  await screen.findByRole('link', { name: '11/2026' });
  for (const list of listsLedTo()) expect(list).toEqual({ ...YEAR, dateStart: '2026-11-01' });
});

test('§2 home of a health authority: with more orders than it reads, every title names the day since when all are there', async () => {
  const orders = ['2026-11-10', '2026-11-04'].map((day) => ({
    amcOrderId: day,
    businessName: 'Farmacia Rossi',
    orderDate: `${day}T10:00:00+01:00`,
    amount: 10,
    esbStatus: 'ACCEPTED',
  }));
  const pagination = { totalCount: 1500 };
  await renderHome('ASL', answerRaw(searchAmcOrders, { data: { orders }, pagination }));
  expect(
    await screen.findByText(/letti: 2, i più recenti su 1\.500\. I dati sono completi dal 05\/11\/2026/),
  ).toBeVisible();
  expect(tileLabels()).toEqual(['Ordini dal 05/11/2026', 'Totale dal 05/11/2026']);
  expect(cardTitles()).toEqual(
    ['per mese', 'per esercente', 'per stato ESB'].map((what) => `Ordini AMC ${what}, dal 05/11/2026`),
  );
});

test('§2 home of a shop: with so many purchases in one day that not even that is whole, it says so', async () => {
  await renderHome('BUSINESS', answer(searchPurchases, sold(PURCHASES.slice(0, 2), 3412)));
  expect(
    await screen.findByText(/tutti del 20\/11\/2026: i dati di quel giorno possono essere incompleti/),
  ).toBeVisible();
  expect(tileLabels()[0]).toBe('Acquisti dal 20/11/2026');
});

test('design §3 home: after midnight in Rome the page that stayed open shows the new day', async () => {
  const asked: (string | undefined)[] = [];
  const handler = answer(searchPurchases, ({ query }) => {
    asked.push(query.dateEnd);
    return sold(PURCHASES);
  });
  await renderHome('BUSINESS', handler);
  expect((await rowsOf('Spesa per giorno, ultimi 30 giorni', 1))[0]?.[0]).toBe('20/11/2026');
  vi.setSystemTime(new Date('2026-11-21T00:00:01+01:00'));
  act(() => void window.dispatchEvent(new Event('focus')));
  await waitFor(async () =>
    expect((await rowsOf('Spesa per giorno, ultimi 30 giorni', 1))[0]).toEqual(['21/11/2026', '0', '0,00 €']),
  );
  expect(asked).toEqual(['2026-11-20', '2026-11-21']);
});

test('§2 home of a shop: who comes back to it sees what was sold meanwhile', async () => {
  const { user } = await renderHome('BUSINESS', answer(searchPurchases, sold(PURCHASES.slice(1))));
  const count = async () => (await screen.findByText('Acquisti di oggi')).nextElementSibling?.textContent;
  expect(await count()).toBe('0');
  network.use(answer(searchPurchases, sold(PURCHASES)));
  await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Supporto' }));
  await screen.findByRole('heading', { level: 1, name: 'Supporto' });
  await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Home' }));
  expect(await count()).toBe('1');
});

test("rules §2 home: a failure stands in the figures' place with 'Riprova', and the way to work stays", async () => {
  const { user } = await renderHome('BUSINESS', answerRaw(searchPurchases, { status: { trace: 'trace-9' } }, 500));
  expect(await screen.findByText(/^Errore durante il recupero degli acquisti: .*trace-9/)).toBeVisible();
  expect(screen.getByRole('navigation', { name: 'Azioni rapide' })).toBeVisible();
  // The error is reported once.
  expect(screen.getByRole('region', { name: 'Avvisi' })).toHaveTextContent(/^$/);
  const retry = () => screen.findByRole('button', { name: 'Riprova' });
  setNetwork(false);
  expect(await retry()).toHaveAttribute('aria-disabled', 'true');
  await user.click(await retry());
  expect(screen.getByRole('region', { name: 'Avvisi' })).toHaveTextContent('Operazione non eseguita');
  setNetwork(true);

  // The focus stays where the figures will appear, even after another failure (design §5).
  network.use(answerRaw(searchPurchases, { status: { trace: 'trace-10' } }, 500));
  (await retry()).focus();
  await user.keyboard('{Enter}');
  await screen.findByText(/trace-10/, { selector: 'main p' });
  expect(document.activeElement).toContainElement(await retry());
  expect(screen.getByRole('main')).toContainElement(document.activeElement as HTMLElement);
  network.use(answer(searchPurchases, sold(PURCHASES)));
  (await retry()).focus();
  await user.keyboard('{Enter}');
  expect((await rowsOf('Spesa per giorno, ultimi 30 giorni', 1))[0]).toEqual(['20/11/2026', '1', '12,30 €']);
  expect(screen.getByRole('main')).toContainElement(document.activeElement as HTMLElement);
});

test('§7 home: a server that takes the dates only with the filters of AMC is asked for its newest purchases', async () => {
  const old = purchase(9, '2026-01-02T10:00:00+01:00', 500);
  const strict = http.get('*/api/v1/purchases/search', ({ request }) =>
    new URL(request.url).searchParams.has('dateStart')
      ? HttpResponse.json({ error: { code: '4000', description: 'INVALID_REQUEST' } }, { status: 400 })
      : HttpResponse.json({ data: { purchases: [...PURCHASES, old] }, pagination: { totalCount: 4 } }),
  );
  await renderHome('BUSINESS', strict);
  expect(await screen.findByText('Acquisti negli ultimi 30 giorni')).toBeVisible();
  expect(screen.getByText('Acquisti negli ultimi 30 giorni').nextElementSibling).toHaveTextContent('2');
});

test('rules §1 home: a server that tells neither lines nor categories leaves out that part, and says so', async () => {
  const bare = {
    purchaseId: 'a/1',
    createTime: '2026-11-20T10:00:00+01:00',
    itemsAmount: 5,
    status: 'ACTIVE',
    items: null,
  };
  await renderHome(
    'BUSINESS',
    answerRaw(searchPurchases, { data: { purchases: [bare] }, pagination: { totalCount: 1 } }),
  );
  expect(await screen.findByText(/il server non indica le categorie/)).toBeVisible();
  expect((await rowsOf('Spesa per giorno, ultimi 30 giorni', 1))[0]).toEqual(['20/11/2026', '1', '5,00 €']);
});
