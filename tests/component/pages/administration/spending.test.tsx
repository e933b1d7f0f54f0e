import { keys } from '@refinedev/core';
import { screen, waitFor, within } from '@testing-library/react';
import { type HttpHandler, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { downloadSpending, readSpending, searchFindings } from '#contract/admin/spending.ts';
import type { CallReply } from '#contract/call.ts';
import { readFeatures } from '#contract/calls/features.ts';
import { SpendingFilters } from '#src/pages/administration/spending.tsx';
import { queryClient } from '#src/providers/query-client.ts';
import { answer, lose, network, refuse, respondWith } from '../../network.ts';
import { renderPortal } from '../../render-portal.tsx';
import { renderScreen } from '../../render-screen.tsx';
import { renderOperator } from './render-operator.tsx';

const PATH = '/gestione/spesa?monthStart=2026-04-01&monthEnd=2026-05-01';

type Reply = CallReply<typeof readSpending>['spending'];

function group(key: string, name: string, total: number) {
  return {
    key,
    name,
    purchases: { count: 3, amount: total + 1.5 },
    cancellations: { count: 1, amount: -1.5 },
    total,
  };
}

function spendingOf(rows: Reply['rows']): { spending: Reply } {
  const { key: _key, name: _name, ...figures } = group('', '', 1234.5);
  return { spending: { rows, ...figures } };
}

const GROUPS: Readonly<Record<string, Reply['rows']>> = {
  month: [group('2026-04-01', '2026-04-01', 1000), group('2026-05-01', '2026-05-01', 234.5)],
  asl: [group('1', 'ASL di Sassari', 1234.5)],
  business: [group('7', 'Farmacia Aurora', 1000), group('8', 'Emporio', 234.5)],
  dossierType: [group('CELIAC', 'CELIAC', 1234.5)],
  city: Array.from({ length: 12 }, (_, index) => group(`Comune ${index}`, `Comune ${index}`, 12 - index)),
};

function pageOf(totalCount: number) {
  return { page: 0, pageSize: 10, totalCount, totalPages: Math.ceil(totalCount / 10) };
}

const NO_FINDINGS = answer(searchFindings, { rows: [], pagination: pageOf(0) });

/** Answers each grouping and records the requests. */
function spending(asked: object[] = []): HttpHandler {
  return answer(readSpending, ({ query }) => {
    asked.push(query);
    return spendingOf(GROUPS[query.by] ?? []);
  });
}

function rowsOf(table: HTMLElement): string[][] {
  const [, ...rows] = within(table).getAllByRole('row');
  return rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent.replaceAll('\u00A0', ' ')),
  );
}

async function choose(user: ReturnType<typeof renderOperator>['user'], field: string, option: string): Promise<void> {
  await user.click(await screen.findByRole('combobox', { name: field }));
  await user.click(await screen.findByTitle(option));
}

test('rules §9 spending: totals, chart and table by month', async () => {
  renderOperator(PATH, { handlers: [spending(), NO_FINDINGS] });
  const table = await screen.findByRole('table', { name: 'Spesa per: Mese' });
  expect(rowsOf(table)).toEqual([
    ['04/2026', '3', '1.001,50 €', '1', '-1,50 €', '1.000,00 €'],
    ['05/2026', '3', '236,00 €', '1', '-1,50 €', '234,50 €'],
  ]);
  const drawn = await screen.findByTestId('chart');
  expect(
    within(drawn)
      .getAllByRole('listitem', { hidden: true })
      .map((item) => item.textContent),
  ).toEqual(['04/2026 Totale 1000', '05/2026 Totale 234.5']);
  const totals = screen.getByRole('region', { name: 'Totali dei mesi scelti' });
  expect(totals).toHaveTextContent('1.234,50');
});

test('rules §9 spending: each filter is asked for and stands in the address; the last month does not precede the first', async () => {
  const asked: object[] = [];
  const { user } = renderOperator(PATH, { handlers: [spending(asked), NO_FINDINGS] });
  await choose(user, 'Raggruppa per', 'Esercente');
  expect(await screen.findByRole('table', { name: 'Spesa per: Esercente' })).toBeInTheDocument();
  await choose(user, 'Azienda sanitaria', 'ASL di Sassari');
  const sassari = { monthStart: '2026-04-01', monthEnd: '2026-05-01', aslId: 1 };
  // Before this answer, the list holds the businesses of all authorities and is replaced on a click.
  await waitFor(() => expect(asked).toContainEqual({ ...sassari, by: 'business' }));
  await choose(user, 'Esercente', 'Emporio');
  await choose(user, 'Tipo pratica', 'Aproteico');
  await waitFor(() =>
    expect(asked.at(-1)).toEqual({ ...sassari, businessId: 8, type: 'PROTEIN_FREE', by: 'business' }),
  );
  const from = screen.getByRole('textbox', { name: 'Dal mese' });
  await user.clear(from);
  await user.type(from, '06/2026{Enter}');
  const june = { monthStart: '2026-06-01', monthEnd: '2026-06-01' };
  await waitFor(() => expect(asked.at(-1)).toMatchObject(june));
  const address = Object.fromEntries(new URLSearchParams(window.location.search));
  expect(address).toEqual({ ...june, aslId: '1', businessId: '8', type: 'PROTEIN_FREE', by: 'business' });
});

test('rules §9 spending: another authority lets the business go; the figures stand until the new ones have come', async () => {
  const asked: object[] = [];
  const { user } = renderOperator(`${PATH}&businessId=8`, { handlers: [spending(asked), NO_FINDINGS] });
  expect(await screen.findByRole('table', { name: 'Spesa per: Mese' })).toBeInTheDocument();
  await choose(user, 'Azienda sanitaria', 'ASL di Sassari');
  const sassari = { monthStart: '2026-04-01', monthEnd: '2026-05-01', aslId: 1, by: 'month' };
  await waitFor(() => expect(asked.at(-1)).toEqual(sassari));
  let reply: (() => void) | undefined;
  const late = new Promise<void>((resolve) => {
    reply = resolve;
  });
  network.use(
    respondWith(readSpending, async () => {
      await late;
      const data = spendingOf(GROUPS.dossierType ?? []);
      return HttpResponse.json({ data, status: { trace: 't' } });
    }),
  );
  await choose(user, 'Raggruppa per', 'Tipo pratica');
  const figures = await screen.findByRole('region', { name: 'Spesa per gruppo' });
  await waitFor(() => expect(figures).toHaveAttribute('aria-busy', 'true'));
  expect(rowsOf(within(figures).getByRole('table', { name: 'Spesa per: Mese' }))).toHaveLength(2);
  reply?.();
  expect(await within(figures).findByRole('table', { name: 'Spesa per: Tipo pratica' })).toBeInTheDocument();
});

test('rules §9 spending: kinds of dossier in words; of many municipalities the chart has the largest, the table all', async () => {
  const { user } = renderOperator(`${PATH}&by=dossierType`, { handlers: [spending(), NO_FINDINGS] });
  expect(rowsOf(await screen.findByRole('table', { name: 'Spesa per: Tipo pratica' }))[0]?.[0]).toBe('Celiachia');
  await choose(user, 'Raggruppa per', 'Comune del punto vendita');
  const table = await screen.findByRole('table', { name: 'Spesa per: Comune del punto vendita' });
  expect(rowsOf(table)).toHaveLength(12);
  await waitFor(() => {
    const items = within(screen.getByTestId('chart')).getAllByRole('listitem', { hidden: true });
    expect(items).toHaveLength(11);
    expect(items.at(-1)).toHaveTextContent('Altri (2) Totale 3');
  });
});

test('rules §9 spending: a senseless address shows the last twelve months; nothing spent is said', async () => {
  const asked: object[] = [];
  const none = answer(readSpending, ({ query }) => {
    asked.push(query);
    return spendingOf([]);
  });
  renderOperator('/gestione/spesa?monthStart=gennaio&by=patient&aslId=x', { handlers: [none, NO_FINDINGS] });
  expect(await screen.findByText('Nessuna spesa nei mesi scelti')).toBeVisible();
  expect(screen.queryByTestId('chart')).not.toBeInTheDocument();
  const [first] = asked as { monthStart: string; monthEnd: string; by: string }[];
  const months = (day = '') => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  expect(months(first?.monthEnd) - months(first?.monthStart)).toBe(11);
});

test('rules §2 spending: what could not be read is said in its place, and read again', async () => {
  const { user } = renderOperator(PATH, { handlers: [lose(readSpending), NO_FINDINGS] });
  // The figures, the authorities and the businesses each have a button.
  const again = () => screen.getAllByRole('button', { name: 'Riprova' });
  await waitFor(() => expect(again()).toHaveLength(3));
  network.use(spending());
  for (const button of again()) await user.click(button);
  expect(await screen.findByRole('table', { name: 'Spesa per: Mese' })).toBeInTheDocument();
});

test('rules §9 spending: an authority of another office is refused in words', async () => {
  const handlers = [refuse(readSpending, 'ASL_NOT_FOUND'), refuse(searchFindings, 'ASL_NOT_FOUND')];
  renderOperator(`${PATH}&aslId=9`, { operatorAslId: 1, handlers });
  expect((await screen.findAllByText(/Elemento non trovato/)).length).toBeGreaterThan(0);
});

test('rules §7 spending as CSV: the file of what is shown', async () => {
  const asked: object[] = [];
  const file = answer(downloadSpending, ({ query }) => {
    asked.push(query);
    return { fileName: 'spesa.csv', mimeType: 'text/csv', base64: '' };
  });
  const { user } = renderOperator(`${PATH}&by=city&businessId=7`, { handlers: [file, spending(), NO_FINDINGS] });
  const figures = within(await screen.findByRole('region', { name: 'Spesa per gruppo' }));
  await user.click(await figures.findByRole('button', { name: 'Esporta CSV' }));
  await waitFor(() =>
    expect(asked).toEqual([{ monthStart: '2026-04-01', monthEnd: '2026-05-01', by: 'city', businessId: 7 }]),
  );
});

const FINDINGS: CallReply<typeof searchFindings>['rows'] = [
  {
    findingId: 'a',
    rule: 'UNIT_PRICE',
    threshold: 2,
    month: '2026-05-01',
    businessId: 7,
    companyName: 'Farmacia Aurora',
    productId: 106,
    productName: 'Farina',
    count: 2,
    unitPrice: 4,
    referencePrice: 1.333333,
  },
  {
    findingId: 'b',
    rule: 'WRONG_PINS',
    threshold: 20,
    month: '2026-05-01',
    businessId: 7,
    companyName: 'Farmacia Aurora',
    userId: 3,
    username: 'anna',
    count: 25,
  },
  {
    findingId: 'c',
    rule: 'CANCELLATIONS',
    threshold: 20,
    least: 5,
    month: '2026-04-01',
    businessId: 8,
    companyName: 'Emporio',
    count: 6,
    purchases: 26,
  },
];

test('rules §9 findings: each with its rule and threshold; the region is led to product, user and business', async () => {
  const asked: object[] = [];
  const found = answer(searchFindings, ({ query }) => {
    asked.push(query);
    return { rows: [...FINDINGS], pagination: pageOf(3) };
  });
  renderOperator(`${PATH}&aslId=1`, { handlers: [found, spending()] });
  const table = await screen.findByRole('table', { name: 'Situazioni da verificare' });
  await waitFor(() => expect(rowsOf(table)).toHaveLength(3));
  expect(rowsOf(table)).toEqual([
    [
      '05/2026',
      'Prezzo unitario oltre 2× il prezzo di riferimento',
      'Farmacia Aurora',
      'Farina',
      'Righe di vendita: 2; prezzo più alto 4,00 €, riferimento 1,333333 €',
    ],
    ['05/2026', 'PIN errati dello stesso utente in un mese: almeno 20', 'Farmacia Aurora', 'anna', 'PIN errati: 25'],
    ['04/2026', 'Storni del mese: almeno 5, e almeno il 20% degli acquisti', 'Emporio', '-', 'Storni: 6; acquisti: 26'],
  ]);
  const links = await within(table).findAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Farmacia Aurora', '/gestione/business/7'],
    ['Farina', '/gestione/prodotti/106'],
    ['Farmacia Aurora', '/gestione/business/7'],
    ['anna', '/gestione/utenti/3'],
    ['Emporio', '/gestione/business/8'],
  ]);
  expect(asked).toEqual([{ monthStart: '2026-04-01', monthEnd: '2026-05-01', aslId: 1, page: 0, size: 10 }]);
});

test('rules §9 spending: a district office has no choice of authority, and links to no screen that it may not see', async () => {
  const found = answer(searchFindings, { rows: [...FINDINGS], pagination: pageOf(3) });
  renderOperator(PATH, { operatorAslId: 1, handlers: [found, spending()] });
  const table = await screen.findByRole('table', { name: 'Situazioni da verificare' });
  await waitFor(() => expect(rowsOf(table)).toHaveLength(3));
  expect(within(table).queryAllByRole('link')).toEqual([]);
  expect(screen.getByRole('combobox', { name: 'Esercente' })).toBeVisible();
  expect(screen.queryByRole('combobox', { name: 'Azienda sanitaria' })).not.toBeInTheDocument();
});

test('rules §1 spending: of a server without it nothing shows', async () => {
  renderOperator('/gestione/spesa', { names: ['admin-patients.search'] });
  expect(await screen.findByRole('link', { name: 'Assistiti', hidden: true })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Spesa', hidden: true })).not.toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'Spesa' })).not.toBeInTheDocument();
});

test('§6 spending: a shop sees nothing of it', async () => {
  const calls = [readSpending.name, searchFindings.name];
  renderPortal('/gestione/spesa', {
    as: 'BUSINESS',
    handlers: [answer(readFeatures, { features: { sorts: {}, filters: {}, calls } })],
  });
  expect(await screen.findByRole('link', { name: 'Ricerca Assistiti', hidden: true })).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'Spesa' })).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Spesa', hidden: true })).not.toBeInTheDocument();
});

test('rules §9 spending: without a user the filters stand, and no authority is offered', async () => {
  const query = { monthStart: '2026-04-01', monthEnd: '2026-05-01', by: 'month' } as const;
  await renderScreen(<SpendingFilters query={query} onChange={() => undefined} />, {
    texts: ['spending'],
    handlers: [spending()],
  });
  expect(await screen.findByRole('combobox', { name: 'Esercente' })).toBeInTheDocument();
  await waitFor(() => expect(queryClient.getQueryData(keys().auth().action('identity').get())).toBeNull());
  expect(screen.queryByRole('combobox', { name: 'Azienda sanitaria' })).not.toBeInTheDocument();
});
