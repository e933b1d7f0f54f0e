import { screen, waitFor, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { expect, test } from 'vitest';
import type { CallReply, CallRequest } from '#contract/call.ts';
import {
  downloadAmcOrderCsv,
  downloadAmcOrderPdf,
  downloadAmcOrderUbl,
  downloadAmcOrdersCsv,
  downloadAmcOrdersPdf,
  readAmcOrderTotals,
  searchAmcOrders,
} from '#contract/calls/amc-orders.ts';
import { listAsl } from '#contract/calls/asl.ts';
import { listBusinesses } from '#contract/calls/businesses.ts';
import { readFeatures } from '#contract/calls/features.ts';
import type { Profile } from '#contract/entities/shared.ts';
import { Component as AmcOrderSummaryPage } from '#src/pages/amc-orders/order-summary.tsx';
import { currentAlerts, dismissAllAlerts } from '#src/providers/notifications/alert-store.ts';
import { addressed, filterSearch } from '#tests/support/filter-address.ts';
import { answer, answerRaw, network, refuse } from '../../network.ts';
import { renderScreen } from '../../render-screen.tsx';

const FILE = { fileName: 'ordine.csv', base64: 'JVBERg==', mimeType: 'text/csv' };
const PATH = '/riepilogo-ordini-amc';
const FEBRUARY = { dateStart: '2026-02-01', dateEnd: '2026-02-28' };
const at = (filters: Readonly<Record<string, string | number>>) => `${PATH}?${filterSearch(filters)}`;
const FILTERED = at({ aslId: 1, ...FEBRUARY });

const order = {
  amcOrderId: 41,
  businessName: 'Farmacia Rossi',
  storeCode: 'PV-01',
  districtCode: 'D-3',
  orderDate: '2026-02-28T23:30:00+00:00',
  amount: 1234.5,
  esbStatus: 'ACCEPTED' as const,
};
const rejected = { ...order, amcOrderId: 42, esbStatus: 'REJECTED' as const, esbReason: 'Importo oltre il limite' };

type Query = CallRequest<typeof searchAmcOrders>['query'];

/** A server with this number of orders. Returns the requests that it received. */
function server(totalCount: number, orders: CallReply<typeof searchAmcOrders>['orders'] = [order, rejected]) {
  const queries: Query[] = [];
  const handler = answer(searchAmcOrders, ({ query }) => {
    queries.push(query);
    return { orders: totalCount === 0 ? [] : orders, pagination: { totalCount } };
  });
  return { queries, handler };
}

async function renderPage(as: Profile, path: string, handlers: readonly HttpHandler[]) {
  const rendered = await renderScreen(<AmcOrderSummaryPage />, {
    as,
    path,
    texts: ['amc-summary', 'period', 'table'],
    handlers: [
      ...handlers,
      answer(listAsl, { asls: [{ aslId: 1, name: 'ASL Nord' }] }),
      answer(listBusinesses, { businesses: [{ businessId: 7, companyName: 'Farmacia Verdi', stores: [] }] }),
    ],
  });
  await screen.findByRole('heading', { level: 1, name: 'Riepilogo Ordini AMC' });
  return rendered;
}

const searchButton = () => screen.getByRole('button', { name: 'Ricerca Ordini AMC' });
const rows = () => screen.getAllByRole('row').slice(1);

test('§5 AMC order summary: the rules and the banner of the billing summary; nothing is asked', async () => {
  const { queries, handler } = server(1);
  const { user } = await renderPage('BUSINESS', PATH, [handler]);
  await user.click(searchButton());
  await screen.findAllByText(/obbligatoria/);
  expect(screen.getAllByText(/obbligatoria/).map((error) => error.textContent)).toEqual([
    "La selezione dell'ASL è obbligatoria",
    'La data di inizio periodo è obbligatoria',
    'La data di fine periodo è obbligatoria',
  ]);
  expect(currentAlerts()).toMatchObject([
    { text: "Risolvere gli errori per poter completare l'operazione richiesta", duration: 5000 },
  ]);
  expect(queries).toEqual([]);
});

test('§5 AMC order summary: of an ASL user only the dates are required', async () => {
  const { queries, handler } = server(1);
  const { user } = await renderPage('ASL', PATH, [handler]);
  await user.click(searchButton());
  await screen.findAllByText(/obbligatoria/);
  expect(screen.getAllByText(/obbligatoria/).map((error) => error.textContent)).toEqual([
    'La data di inizio periodo è obbligatoria',
    'La data di fine periodo è obbligatoria',
  ]);
  expect(queries).toEqual([]);
});

test("§2 AMC order summary: all columns, 'N Ordini trovati!', the chip, and why an order was rejected", async () => {
  const { queries, handler } = server(2);
  await renderPage('BUSINESS', FILTERED, [handler]);
  const table = within(await screen.findByRole('table'));
  expect(table.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    'Numero ordine',
    'Esercente',
    'Punto vendita',
    'Distretto',
    'Data ordine',
    'Totale',
    'Stato ESB',
    'CSV',
    'PDF',
  ]);
  const [first, second] = rows();
  for (const text of ['41', 'Farmacia Rossi', 'PV-01', 'D-3', '01/03/2026', 'Accettato']) {
    expect(within(first ?? document.body).getByText(text)).toBeVisible();
  }
  expect(first).toHaveTextContent('1.234,50');
  expect(screen.getByRole('button', { name: 'Colonne' })).toBeVisible();
  expect(second).toHaveTextContent('Rifiutato');
  expect(second).toHaveTextContent('Motivo: Importo oltre il limite');
  expect(second).toHaveTextContent('I suoi acquisti possono essere ordinati di nuovo.');
  expect(currentAlerts()).toMatchObject([{ kind: 'success', text: '2 Ordini trovati!', duration: 3000 }]);
  expect(queries).toEqual([
    { aslId: 1, dateStart: '2026-02-01', dateEnd: '2026-02-28', page: 0, size: 20, sort: 'createTime,desc' },
  ]);
});

test('rules §7 AMC order summary: on paper it says its filters, its order, which rows, and when it was printed', async () => {
  const { handler } = server(45);
  await renderPage('BUSINESS', `${at({ aslId: 1, ...FEBRUARY, esbStatus: 'REJECTED' })}&currentPage=2`, [handler]);
  const head = await screen.findByText(/^ASL Nord · Periodo dal 01\/02\/2026 al 28\/02\/2026 · Rifiutato · /);
  expect(head).toHaveClass('print-only');
  await waitFor(() =>
    expect(head).toHaveTextContent(/In ordine di Data ordine, decrescente · Righe 21-40 \(su 45\) · Stampato il /),
  );
});

test('rules §1 AMC order summary: totals and one document of each kind for all orders found, where the server names them', async () => {
  const { handler } = server(2, [{ ...order, storeName: 'Centro' }, rejected]);
  const calls = ['amc-orders.readTotals', 'amc-orders.downloadListCsv', 'amc-orders.downloadListPdf'];
  const queries: unknown[] = [];
  const ask = ({ query }: { readonly query: unknown }) => {
    queries.push(query);
    return { fileName: 'ordini', base64: 'QQ==', mimeType: 'text/csv' };
  };
  const { user } = await renderPage('ASL', at(FEBRUARY), [
    handler,
    answer(readFeatures, { features: { sorts: {}, filters: {}, calls } }),
    answer(readAmcOrderTotals, ({ query }) => {
      queries.push(query);
      return { totals: { valid: { count: 12, amount: 1234.5 }, rejected: { count: 1, amount: 5 } } };
    }),
    answer(downloadAmcOrdersCsv, ask),
    answer(downloadAmcOrdersPdf, ask),
  ]);
  expect(await screen.findByText(/^Ordini validi: 12, per 1\.234,50\s€\. Rifiutati: 1, per 5,00\s€\.$/)).toBeVisible();
  expect(screen.getByText('PV-01 · Centro')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Esporta tutti in CSV' }));
  await waitFor(() => expect(queries).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Esporta tutti in PDF' }));
  await waitFor(() => expect(queries).toHaveLength(3));
  expect(new Set(queries.map((query) => JSON.stringify(query)))).toEqual(
    new Set([JSON.stringify({ aslId: 1, ...FEBRUARY })]),
  );
});

test('rules §1 AMC order summary: the status is a filter where the server names it, and only there', async () => {
  const { queries, handler } = server(1, [order]);
  const features = { sorts: {}, filters: { 'amc-orders': ['esbStatus'] }, calls: [] };
  const { user, location } = await renderPage('BUSINESS', FILTERED, [handler, answer(readFeatures, { features })]);
  await user.click(await screen.findByRole('combobox', { name: 'Stato ESB' }));
  await user.click(await screen.findByTitle('Rifiutato'));
  await user.click(searchButton());
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ aslId: 1, esbStatus: ['REJECTED'] }));
  expect(decodeURIComponent(location())).toContain('[value]=REJECTED');
  await user.click(screen.getByRole('combobox', { name: 'Stato ESB' }));
  await user.click(await screen.findByTitle('Validi (non rifiutati)'));
  await user.click(searchButton());
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ esbStatus: ['PENDING', 'SENT', 'ACCEPTED'] }));
});

test('rules §1 AMC order summary: the status sorts where the server names it', async () => {
  const { queries, handler } = server(2);
  const features = { sorts: { 'amc-orders': ['esbStatus'] }, filters: {}, calls: [] };
  const { user } = await renderPage('BUSINESS', FILTERED, [handler, answer(readFeatures, { features })]);
  const status = await screen.findByRole('columnheader', { name: 'Stato ESB' });
  await waitFor(() => expect(status).toHaveClass('ant-table-column-has-sorters'));
  await user.click(status);
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ page: 0, sort: 'esbStatus,asc' }));
});

test('rules §1 AMC order summary: a server without the filter is not asked for a status of the URL', async () => {
  const { queries, handler } = server(1);
  await renderPage('BUSINESS', at({ aslId: 1, esbStatus: 'REJECTED', ...FEBRUARY }), [handler]);
  await screen.findByRole('table');
  expect(queries.at(-1)).not.toHaveProperty('esbStatus');
  expect(screen.queryByRole('combobox', { name: 'Stato ESB' })).not.toBeInTheDocument();
});

test('design §5 AMC order summary: a page that is not there gives way to the last one', async () => {
  const handler = answer(searchAmcOrders, ({ query }) => {
    return { orders: query.page === 1 ? [order] : [], pagination: { totalCount: 21 } };
  });
  const { location } = await renderPage('BUSINESS', `${FILTERED}&currentPage=9`, [handler]);
  expect(await screen.findByText('Farmacia Rossi')).toBeVisible();
  expect(addressed(location())).toMatchObject({ currentPage: '2' });
});

test('rules §1 AMC order summary: more orders than are counted are told as more than 10.000', async () => {
  const pagination = { totalCount: 10_000, hasMore: true };
  await renderPage('BUSINESS', FILTERED, [answer(searchAmcOrders, { orders: [order], pagination })]);
  await waitFor(() => expect(currentAlerts()).toMatchObject([{ text: 'oltre 10.000 Ordini trovati!' }]));
});

test('§8 AMC order summary: the same search from a later page begins with the first, and says again what was found', async () => {
  const { queries, handler } = server(60);
  const { user, location } = await renderPage('BUSINESS', `${FILTERED}&currentPage=3`, [handler]);
  await waitFor(() => expect(currentAlerts()).toMatchObject([{ text: '60 Ordini trovati!' }]));
  dismissAllAlerts();
  await user.click(searchButton());
  await waitFor(() => expect(currentAlerts()).toMatchObject([{ text: '60 Ordini trovati!' }]));
  expect(addressed(location())).toMatchObject({ aslId: '1', currentPage: '1' });
  expect(queries.at(-1)).toMatchObject({ page: 0 });
});

test('design §5 AMC order summary: an ASL of an old link that is not known is seen in its field', async () => {
  await renderPage('BUSINESS', at({ aslId: 99, ...FEBRUARY }), [server(0).handler]);
  const field = screen.getByRole('combobox', { name: 'ASL' });
  await waitFor(() => expect(field.closest('.ant-select')).toHaveTextContent('99'));
});

test('§8 AMC order summary: no order found', async () => {
  await renderPage('ASL', at(FEBRUARY), [server(0).handler]);
  expect(await screen.findByText('Nessun ordine trovato per i parametri selezionati.')).toBeVisible();
  await waitFor(() =>
    expect(currentAlerts()).toMatchObject([
      { kind: 'warning', text: 'Nessun ordine trovato per i parametri selezionati.', duration: 5000 },
    ]),
  );
});

test('§2 AMC order summary: Enter searches by order id and dates; the same search asks anew', async () => {
  const { queries, handler } = server(1, [order]);
  const { user, location } = await renderPage('ASL', PATH, [handler]);
  await user.type(screen.getByLabelText('Data inizio'), '01/02/2026');
  await user.type(screen.getByLabelText('Data fine'), '28/02/2026');
  await user.type(screen.getByLabelText('Numero ordine AMC'), ' 41 {Enter}');
  await screen.findByText('PV-01');
  expect(addressed(location())).toMatchObject({ amcOrderId: '41', ...FEBRUARY });
  const asked = { aslId: 1, amcOrderId: 41, dateStart: '2026-02-01', dateEnd: '2026-02-28' };
  await waitFor(() => expect(queries).toMatchObject([asked]));
  dismissAllAlerts();
  await user.click(searchButton());
  await waitFor(() => expect(currentAlerts()).toMatchObject([{ text: '1 Ordini trovati!' }]));
  expect(queries).toMatchObject([asked, asked]);
});

test.each(['1.5', '-5', '1,000'])(
  '§2 AMC order id: %j is no whole number; the field says so, nothing is asked, and what was typed stays',
  async (typed) => {
    const { queries, handler } = server(1);
    const { user, location } = await renderPage('BUSINESS', FILTERED, [handler]);
    await waitFor(() => expect(queries).toHaveLength(1));
    const field = screen.getByRole('textbox', { name: 'Numero ordine AMC' });
    await user.type(field, `${typed}{Enter}`);
    await waitFor(() =>
      expect(field).toHaveAccessibleDescription('Inserire un numero intero, di sole cifre (al massimo 20)'),
    );
    expect(field).toBeInvalid();
    expect(field).toHaveFocus();
    expect(field).toHaveValue(typed);
    expect(addressed(location())).not.toHaveProperty('amcOrderId');
    expect(queries).toHaveLength(1);
    await user.clear(field);
    await user.type(field, '41{Enter}');
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ amcOrderId: 41 }));
    expect(field).toBeValid();
  },
);

test('design §5 AMC order summary: the page is in the URL, and goes with a new filter', async () => {
  const { queries, handler } = server(60);
  const { user, location } = await renderPage('BUSINESS', FILTERED, [handler]);
  await user.click(await screen.findByRole('button', { name: 'Pagina 3' }));
  await waitFor(() => expect(addressed(location())).toMatchObject({ aslId: '1', currentPage: '3' }));
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ page: 2 }));
  expect(currentAlerts()).toHaveLength(1);

  await user.type(screen.getByLabelText('Numero ordine AMC'), '41{Enter}');
  await waitFor(() => expect(addressed(location())).toMatchObject({ amcOrderId: '41', currentPage: '1' }));
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ amcOrderId: 41, page: 0 }));
});

test('design §5 AMC order summary: a search in flight is aborted by the next', async () => {
  const aborted: string[] = [];
  const held: (() => void)[] = [];
  network.events.on('request:start', ({ request }) => {
    const { searchParams, pathname } = new URL(request.url);
    if (!pathname.endsWith('/orders/search')) return;
    request.signal.addEventListener('abort', () => aborted.push(searchParams.get('amcOrderId') ?? 'all'));
  });
  const { user } = await renderPage('BUSINESS', FILTERED, [
    answer(searchAmcOrders, async ({ query }) => {
      if (query.amcOrderId === 1) await new Promise<void>((resolve) => held.push(resolve));
      return { orders: [order], pagination: { totalCount: 1 } };
    }),
  ]);
  await screen.findByText('PV-01');
  const field = screen.getByLabelText('Numero ordine AMC');
  await user.type(field, '1{Enter}');
  await waitFor(() => expect(held).toHaveLength(1));
  await user.clear(field);
  await user.type(field, '41{Enter}');
  await waitFor(() => expect(aborted).toEqual(['1']));
  expect(await screen.findByText('PV-01')).toBeVisible();
  for (const release of held) release();
  network.events.removeAllListeners();
});

test.each([
  ['by the server', refuse(searchAmcOrders, 'INVALID_REQUEST', { field: 'aslId' }), 'Dati non validi: aslId', 0],
  ['for an unknown reason', answerRaw(searchAmcOrders, {}, 500), 'Si è vericato un errore', 1],
])(
  '§8 AMC order summary: a search that fails %s says why in the place of the list',
  async (_, handler, why, alerts) => {
    const { user } = await renderPage('BUSINESS', FILTERED, [handler]);
    expect(await screen.findByText(`Errore durante il recupero degli ordini: ${why}`)).toBeVisible();
    expect(currentAlerts()).toHaveLength(alerts);
    network.use(server(1, [order]).handler);
    await user.click(screen.getByRole('button', { name: 'Riprova' }));
    expect(await screen.findByText('PV-01')).toBeVisible();
  },
);

test('rules §2 AMC order summary: where the list and the ASL both fail, one place says so and asks for both again', async () => {
  const { user } = await renderPage('BUSINESS', FILTERED, [
    answerRaw(searchAmcOrders, {}, 500),
    answerRaw(listAsl, {}, 500),
  ]);
  const retry = await screen.findByRole('button', { name: 'Riprova' });
  network.use(server(1, [order]).handler, answer(listAsl, { asls: [{ aslId: 1, name: 'ASL Nord' }] }));
  await user.click(retry);
  expect(await screen.findByText('PV-01')).toBeVisible();
  expect(await screen.findByText('ASL Nord')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Riprova' })).not.toBeInTheDocument();
});

test('§7 AMC order summary: CSV and PDF of a row, with the filters that the PDF asks for', async () => {
  const asked: unknown[] = [];
  const { user } = await renderPage('ASL', at({ businessId: 7, ...FEBRUARY }), [
    server(1, [order]).handler,
    answer(downloadAmcOrderCsv, ({ params }) => {
      asked.push(params);
      return FILE;
    }),
    answer(downloadAmcOrderPdf, ({ query }) => {
      asked.push(query);
      return FILE;
    }),
  ]);
  await user.click(await screen.findByRole('button', { name: "Scarica il CSV dell'ordine 41" }));
  await waitFor(() => expect(asked).toEqual([{ amcOrderId: 41 }]));
  await user.click(screen.getByRole('button', { name: "Scarica il PDF dell'ordine 41" }));
  await waitFor(() => expect(asked[1]).toEqual({ amcOrderId: 41, aslId: 1, businessId: 7 }));
});

test('§6 AMC order summary: an ASL user finds the way to the billing summary here', async () => {
  await renderPage('ASL', PATH, []);
  expect(screen.getByRole('link', { name: 'Prospetto fatturazione' })).toHaveAttribute(
    'href',
    '/prospetto-fatturazione',
  );
});

test('rules §1 AMC order summary: a server that leaves fields out and knows other statuses', async () => {
  const orders = [{ amcOrderId: 'A-1', amount: null, esbStatus: 'CONSEGNATO' }, { amcOrderId: 'A-2' }];
  await renderPage('BUSINESS', FILTERED, [
    answerRaw(searchAmcOrders, { data: { orders }, pagination: { totalCount: 2 } }),
  ]);
  expect(await screen.findByText('CONSEGNATO')).toBeVisible();
  expect(rows()[1]).toHaveTextContent('A-2');
});

test('§2 AMC order summary: the number of the bus, and the electronic order where the server offers it', async () => {
  const { handler } = server(2, [{ ...order, esbNumber: 'ESB-7' }, rejected]);
  const asked: unknown[] = [];
  const missing = [{ field: 'asl.ipaCode', of: 'ASL Nord' }];
  const { user } = await renderPage('BUSINESS', FILTERED, [
    handler,
    answer(readFeatures, { features: { sorts: {}, filters: {}, calls: [downloadAmcOrderUbl.name] } }),
    answer(downloadAmcOrderUbl, ({ params }) => {
      asked.push(params);
      return FILE;
    }),
  ]);
  expect(await screen.findByText('ESB n. ESB-7')).toBeVisible();
  expect(screen.queryByRole('button', { name: "Scarica l'ordine elettronico (UBL) 42" })).toBeNull();
  const button = screen.getByRole('button', { name: "Scarica l'ordine elettronico (UBL) 41" });
  await user.click(button);
  await waitFor(() => expect(currentAlerts()).toMatchObject([{ kind: 'success' }, {}]));
  expect(asked).toEqual([{ amcOrderId: 41 }]);
  network.use(refuse(downloadAmcOrderUbl, 'DATA_MISSING', { missing }));
  await user.click(button);
  await waitFor(() =>
    expect(currentAlerts().map(({ text }) => text)).toContain(
      'Si è verificato un errore durante il download del file. Dati mancanti: codice univoco ufficio (IPA), ASL Nord. Li inserisce un gestore della regione',
    ),
  );
});
