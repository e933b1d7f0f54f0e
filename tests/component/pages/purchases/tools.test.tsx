import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { readFeatures } from '#contract/calls/features.ts';
import { listCategories } from '#contract/calls/products.ts';
import {
  checkCancellation,
  downloadPurchases,
  executeCancellation,
  readPurchaseTotals,
  searchPurchases,
} from '#contract/calls/purchases.ts';
import { listMyStores } from '#contract/calls/stores.ts';
import { currentAlerts } from '#src/providers/notifications/alert-store.ts';
import { addressed, filterSearch } from '#tests/support/filter-address.ts';
import { dialogButton, dialogTitled } from '../../dialogs.ts';
import { answer, lose, network, refuse } from '../../network.ts';
import { openHistory, purchase, renderHistory } from './history.tsx';

const NAMED = answer(readFeatures, {
  features: {
    sorts: { purchases: ['itemsAmount'] },
    filters: { purchases: ['purchaseId', 'storeId', 'categoryId'] },
    calls: ['purchases.readTotals', 'purchases.downloadList'],
  },
});

function totals(queries: unknown[]) {
  return answer(readPurchaseTotals, ({ query }) => {
    queries.push(query);
    return { totals: { active: { count: 12, amount: 1234.5 }, cancelled: { count: 2, amount: 10 } } };
  });
}

test('rules §1 history: filters are asked of a server that names them, stand in the URL, and totals follow them', async () => {
  const history = openHistory([purchase]);
  const asked: unknown[] = [];
  const { user, location } = await renderHistory(history, [NAMED, totals(asked)]);
  expect(await screen.findByText(/^Completati: 12, per 1\.234,50\s€\. Stornati: 2, per 10,00\s€\.$/)).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Filtri' }));
  const number = await screen.findByLabelText('Numero acquisto');
  await user.type(screen.getByLabelText('Dal'), '01/07/2026');
  await user.click(screen.getByLabelText('Stato'));
  await user.click(await screen.findByTitle('STORNATO'));
  await user.type(number, '7{Enter}');
  const filtered = { purchaseId: 7, dateStart: '2026-07-01', purchaseStatusList: ['CANCELLED'] };
  await waitFor(() => expect(history.searches.at(-1)).toMatchObject({ ...filtered, page: 0 }));
  await waitFor(() => expect(asked.at(-1)).toEqual(filtered));
  expect(addressed(location())).toMatchObject({ purchaseId: '7', dateStart: '2026-07-01' });
  await user.click(screen.getByRole('button', { name: 'Cancella' }));
  await waitFor(() => expect(history.searches.at(-1)).not.toHaveProperty('purchaseId'));
  expect(number).toHaveValue('');
  expect(location()).not.toContain('filters');
});

test('§2 history: filters that are typed and not applied are said beside the export', async () => {
  const history = openHistory([purchase]);
  const { user } = await renderHistory(history, [NAMED, totals([])]);
  await user.click(await screen.findByRole('button', { name: 'Filtri' }));
  const hint = 'Filtri non ancora applicati: premi Filtra prima di esportare';
  const number = await screen.findByLabelText('Numero acquisto');
  expect(screen.queryByText(hint)).not.toBeInTheDocument();
  await user.type(number, '7');
  expect(screen.getByText(hint)).toBeVisible();
  await user.type(number, '{Enter}');
  await waitFor(() => expect(history.searches.at(-1)).toMatchObject({ purchaseId: 7 }));
  await waitFor(() => expect(screen.queryByText(hint)).not.toBeInTheDocument());
});

test('design §5 history: what is wrong in a filter is said, and nothing is asked', async () => {
  const history = openHistory([purchase]);
  const path = `/storico-acquisti?${filterSearch({ dateStart: '2026-07-02', dateEnd: '2026-07-03' })}`;
  const { user } = await renderHistory(history, [NAMED, totals([])], path);
  const number = await screen.findByLabelText('Numero acquisto');
  expect(screen.getByLabelText('Dal')).toHaveValue('02/07/2026');
  const before = history.searches.length;
  await user.type(number, 'x{Enter}');
  expect(await screen.findByText('Inserire un numero intero, di sole cifre (al massimo 15)')).toBeVisible();
  expect(history.searches).toHaveLength(before);
});

test('design §5 history: an end before the start is right again when the start is corrected', async () => {
  const path = `/storico-acquisti?${filterSearch({ dateStart: '2026-07-10', dateEnd: '2026-07-11' })}`;
  const { user } = await renderHistory(openHistory([purchase]), [NAMED, totals([])], path);
  const [start, end] = [await screen.findByLabelText('Dal'), screen.getByLabelText('Al')];
  await user.clear(end);
  await user.type(end, '05/07/2026{Enter}');
  await waitFor(() => expect(end).toBeInvalid());
  await user.clear(start);
  await user.type(start, '01/07/2026');
  await waitFor(() => expect(end).toBeValid());
});

test('§8 history: a server that is away is told in the place of the list, and not of its totals too', async () => {
  const { user } = await renderHistory(openHistory([purchase]), [
    NAMED,
    refuse(searchPurchases, 'INTERNAL_ERROR'),
    refuse(readPurchaseTotals, 'INTERNAL_ERROR'),
  ]);
  await screen.findByRole('button', { name: 'Filtri' });
  expect(screen.getAllByRole('button', { name: 'Riprova' })).toHaveLength(1);
  expect(currentAlerts()).toHaveLength(1);
  network.use(totals([]), answer(searchPurchases, { purchases: [purchase], pagination: { totalCount: 1 } }));
  await user.click(screen.getByRole('button', { name: 'Riprova' }));
  expect(await screen.findByText(/^Completati: 12/)).toBeVisible();
});

test('rules §1 history: the category of the address stands in its filter by name, on paper too; another may be chosen', async () => {
  const history = openHistory([purchase]);
  const asked: unknown[] = [];
  const categories = [
    { categoryId: 5, name: 'Biscotti' },
    { categoryId: 6, name: 'Pane' },
  ];
  const path = `/storico-acquisti?${filterSearch({ categoryId: '6', dateStart: '2026-07-01' })}`;
  const { user } = await renderHistory(history, [NAMED, totals(asked), answer(listCategories, { categories })], path);
  const field = await screen.findByRole('combobox', { name: 'Categoria' });
  expect(await screen.findByTitle('Pane')).toBeVisible();
  expect(await screen.findByText(/^Dal 01\/07\/2026 · Pane · /)).toHaveClass('print-only');
  expect(history.searches.at(-1)).toMatchObject({ categoryId: 6, dateStart: '2026-07-01' });
  expect(asked.at(-1)).toEqual({ categoryId: 6, dateStart: '2026-07-01' });
  await user.type(field, 'bis');
  await user.click(await screen.findByTitle('Biscotti'));
  await user.click(screen.getByRole('button', { name: 'Filtra' }));
  await waitFor(() => expect(history.searches.at(-1)).toMatchObject({ categoryId: 5 }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ categoryId: 5 }));
});

test('rules §1 history: a server that does not name the category is not asked by it, and shows no such filter', async () => {
  const onlyNumber = answer(readFeatures, {
    features: { sorts: {}, filters: { purchases: ['purchaseId'] }, calls: ['purchases.readTotals'] },
  });
  const history = openHistory([purchase]);
  const asked: unknown[] = [];
  const path = `/storico-acquisti?${filterSearch({ categoryId: '6', dateStart: '2026-07-01' })}`;
  await renderHistory(history, [onlyNumber, totals(asked)], path);
  expect(await screen.findByLabelText('Numero acquisto')).toBeVisible();
  expect(screen.queryByLabelText('Categoria')).not.toBeInTheDocument();
  await waitFor(() => expect(asked.at(-1)).toEqual({ dateStart: '2026-07-01' }));
  expect(history.searches.at(-1)).not.toHaveProperty('categoryId');
});

test('rules §1 history: the export is of what is filtered', async () => {
  const queries: unknown[] = [];
  const path = `/storico-acquisti?${filterSearch({ purchaseStatusList: 'ACTIVE' })}`;
  const { user } = await renderHistory(
    openHistory([purchase]),
    [
      NAMED,
      totals([]),
      answer(downloadPurchases, ({ query }) => {
        queries.push(query);
        return { fileName: 'storico.csv', base64: 'QQ==', mimeType: 'text/csv' };
      }),
    ],
    path,
  );
  await user.click(await screen.findByRole('button', { name: 'Esporta CSV' }));
  await waitFor(() => expect(currentAlerts()).toMatchObject([{ title: 'Operazione avvenuta con successo' }]));
  expect(queries).toEqual([{ purchaseStatusList: ['ACTIVE'] }]);
});

test('§3 history: a row opens to its lines, store, voucher and AMC order', async () => {
  const known = {
    ...purchase,
    store: { storeId: 3, name: 'Centro' },
    voucher: { voucherId: 5, code: 'B-5' },
    amcOrderId: 41,
  };
  const { user } = await renderHistory(openHistory([known]));
  const open = await screen.findByRole('button', { name: "Dettaglio dell'acquisto 7" });
  await user.click(open);
  const lines = await screen.findByRole('table', { name: "Prodotti dell'acquisto 7" });
  expect(within(lines).getAllByRole('row')).toHaveLength(3);
  expect(lines).toHaveTextContent(/22,50\s€5,00\s€/);
  const facts = { 'Numero acquisto': '7', 'Punto vendita': 'Centro', Buono: 'B-5', 'Ordine AMC': '41' };
  for (const [label, value] of Object.entries(facts)) {
    expect(screen.getByText(label, { selector: 'dt' }).nextElementSibling).toHaveTextContent(value);
  }
  expect(open).toHaveAttribute('aria-expanded', 'true');
});

test('§7 history: a server without these extras is shown none of them, and what it leaves out of a row neither', async () => {
  const { user } = await renderHistory(openHistory([{ ...purchase, items: [] }]));
  await user.click(await screen.findByRole('button', { name: "Dettaglio dell'acquisto 7" }));
  expect(await screen.findByText('Numero acquisto', { selector: 'dt' })).toBeVisible();
  for (const label of ['Punto vendita', 'Buono', 'Ordine AMC']) {
    expect(screen.queryByText(label, { selector: 'dt' })).not.toBeInTheDocument();
  }
  expect(screen.queryByRole('table', { name: /^Prodotti/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Filtri' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Esporta CSV' })).not.toBeInTheDocument();
});

test('rules §2 a lost answer to a cancellation is looked up by number where the server finds by number; totals are read anew', async () => {
  const history = openHistory([purchase]);
  const asked: unknown[] = [];
  const { user } = await renderHistory(history, [
    NAMED,
    totals(asked),
    answer(checkCancellation, () => {
      history.purchases = [{ ...purchase, status: 'CANCELLED' }];
      return { txCommand: { txCommandId: 91, otpRequired: false } };
    }),
    lose(executeCancellation),
  ]);
  await screen.findByText(/^Completati: 12/);
  const before = asked.length;
  await user.click(await screen.findByRole('button', { name: "Storna l'acquisto 7" }));
  await dialogTitled('Conferma Storno');
  await user.click(await dialogButton('Sì'));
  expect(await screen.findByText('STORNATO')).toBeVisible();
  expect(history.searches).toContainEqual(expect.objectContaining({ purchaseId: 7, size: 1 }));
  await waitFor(() => expect(asked.length).toBeGreaterThan(before));
});

test('rules §1 history: number, store, totals and export each stand alone where the server names only them', async () => {
  const onlyStore = answer(readFeatures, { features: { sorts: {}, filters: { purchases: ['storeId'] }, calls: [] } });
  const path = `/storico-acquisti?${filterSearch({ dateStart: '2026-07-02' })}`;
  await renderHistory(openHistory([purchase]), [onlyStore], path);
  expect(await screen.findByLabelText('Dal')).toHaveValue('02/07/2026');
  expect(screen.queryByLabelText('Numero acquisto')).not.toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Strumenti dello storico' })).toBeVisible();
});

test('rules §1 history: a server that names only the totals shows them, asked without the filters it does not name', async () => {
  const calls = ['purchases.readTotals'];
  const asked: unknown[] = [];
  const path = `/storico-acquisti?${filterSearch({ purchaseId: '7', dateStart: '2026-07-02' })}`;
  const onlyTotals = answer(readFeatures, { features: { sorts: {}, filters: {}, calls } });
  await renderHistory(openHistory([purchase]), [onlyTotals, totals(asked)], path);
  expect(await screen.findByText(/^Completati: 12/)).toBeVisible();
  expect(asked.at(-1)).toEqual({ dateStart: '2026-07-02' });
  expect(screen.queryByRole('button', { name: 'Filtri' })).not.toBeInTheDocument();
});

test('rules §1 history: what makes no sense in the address is taken out of it; list and totals go by the rest', async () => {
  const history = openHistory([purchase]);
  const asked: unknown[] = [];
  const path = `/storico-acquisti?${filterSearch({ storeId: '3x', dateStart: '2026-02-31', purchaseStatusList: 'ACTIVE' })}`;
  const { location } = await renderHistory(history, [NAMED, totals(asked)], path);
  await waitFor(() => expect(addressed(location())).not.toHaveProperty('dateStart'));
  expect(addressed(location())).toMatchObject({ purchaseStatusList: 'ACTIVE' });
  await waitFor(() => expect(history.searches.at(-1)).not.toHaveProperty('dateStart'));
  expect(history.searches.at(-1)).not.toHaveProperty('storeId');
  expect(asked.at(-1)).toEqual({ purchaseStatusList: ['ACTIVE'] });
});

test('rules §7 history: on paper it says by what it is filtered, in which order, which rows, and when it was printed', async () => {
  const path = `/storico-acquisti?${filterSearch({ storeId: 41, purchaseStatusList: 'ACTIVE', dateStart: '2026-07-01' })}`;
  const stores = answer(listMyStores, { stores: [{ storeId: 41, name: 'Centro' }] });
  const { user } = await renderHistory(openHistory([purchase]), [NAMED, stores, totals([])], path);
  const head = await screen.findByText(
    /^Dal 01\/07\/2026 · COMPLETATO · Centro · In ordine di Data acquisto, decrescente/,
  );
  expect(head).toHaveClass('print-only');
  expect(head).toHaveTextContent(/ · Righe 1-1 \(su 1\) · Stampato il \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/);
  await user.click(screen.getByRole('columnheader', { name: 'Totale speso' }));
  await waitFor(() => expect(head).toHaveTextContent('In ordine di Totale speso, crescente'));
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-02T03:04:05+01:00') });
  fireEvent(window, new Event('beforeprint'));
  expect(head).toHaveTextContent('Stampato il 02/01/2030 03:04:05');
  vi.useRealTimers();
});

test('rules §7 history: where a server names no filters, paper says order, rows and when all the same', async () => {
  await renderHistory(openHistory([purchase]));
  expect(
    await screen.findByText(/^In ordine di Data acquisto, decrescente · Righe 1-1 \(su 1\) · Stampato/),
  ).toHaveClass('print-only');
});
