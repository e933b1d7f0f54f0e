import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readFeatures } from '#contract/calls/features.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import { currentAlerts } from '#src/providers/notifications/alert-store.ts';
import { addressed } from '#tests/support/filter-address.ts';
import { answer, answerRaw, network, refuse } from '../../network.ts';
import { NOVEMBER, button, checkbox, orderServer, renderOrderPage } from './order-server.tsx';

const SORTS = 'ant-table-column-has-sorters';

test("§5 both dates are required: 'Seleziona entrambe le date prima di procedere!', and nothing is asked", async () => {
  const server = orderServer(3);
  const { user } = await renderOrderPage(server);
  await user.click(button('Mostra acquisti'));
  await waitFor(() =>
    expect(currentAlerts()).toMatchObject([{ text: 'Seleziona entrambe le date prima di procedere!' }]),
  );
  expect(screen.getByLabelText('Data inizio')).toHaveFocus();
  await user.type(screen.getByLabelText('Data inizio'), '01/11/2026');
  await user.click(button('Mostra acquisti'));
  expect(currentAlerts()).toMatchObject([{ text: 'Seleziona entrambe le date prima di procedere!' }]);
  expect(server.searches).toEqual([]);
});

test("§2 §7 'Mostra acquisti' lists number, date dd-MM-yyyy HH:mm:ss and total; the period lives in the URL", async () => {
  const server = orderServer(2);
  const { user, location } = await renderOrderPage(server);
  await user.type(screen.getByLabelText('Data inizio'), '01/11/2026');
  await user.type(screen.getByLabelText('Data fine'), '30/11/2026');
  await user.click(button('Mostra acquisti'));
  expect((await checkbox(2)).closest('tr')).toHaveTextContent(/02-11-2026 10:00:05.*2,00\s€$/);
  expect(addressed(location())).toMatchObject({ dateStart: '2026-11-01', dateEnd: '2026-11-30', currentPage: '1' });
  expect(server.searches).toEqual([
    {
      dateStart: '2026-11-01',
      dateEnd: '2026-11-30',
      excludeAmc: true,
      purchaseStatusList: ['ACTIVE'],
      page: 0,
      size: 20,
      sort: 'createTime,desc',
    },
  ]);
  expect(screen.queryByRole('button', { name: 'Mostra tutti gli acquisti' })).not.toBeInTheDocument();
});

test('rules §1 what the server says of a purchase beyond §2 stands below its number: patient, store and who pays', async () => {
  const known = {
    purchaseId: 1,
    createTime: '2026-11-02T10:00:05+01:00',
    itemsAmount: 1,
    status: 'ACTIVE' as const,
    items: [],
    patient: { firstName: 'Mario', lastName: 'Rossi' },
    store: { storeId: 1, name: 'Centro' },
    asl: { aslId: 1, name: 'ASL Nord' },
  };
  const { store: _store, asl: _asl, ...rest } = known;
  const purchases = [known, { ...rest, purchaseId: 2 }];
  const pagination = { page: 0, pageSize: 20, totalCount: 21 };
  const handlers = [answer(searchPurchases, () => ({ purchases, pagination }))];
  const { user } = await renderOrderPage(orderServer(0), { path: NOVEMBER, handlers });
  expect((await checkbox(1)).closest('tr')).toHaveTextContent(/1 Mario Rossi · Centro · ASL Nord02-11-2026/);
  expect((await checkbox(2)).closest('tr')).toHaveTextContent(/2 Mario Rossi02-11-2026/);
  const headings = screen.getAllByRole('columnheader').map((heading) => heading.textContent);
  expect(headings).toEqual(['Selezione', 'ID acquisto', 'Data', 'Totale']);
  await user.click(button('Mostra tutti gli acquisti'));
  await waitFor(async () =>
    expect((await checkbox(1)).closest('li')).toHaveTextContent(/1 Mario Rossi · Centro · ASL Nord 02-11-2026/),
  );
});

test('design §5 the same search can be made again', async () => {
  const server = orderServer(2);
  const { user } = await renderOrderPage(server, { path: NOVEMBER });
  await checkbox(2);
  server.free = [3, 2, 1];
  await user.click(button('Mostra acquisti'));
  expect((await checkbox(3)).closest('tr')).toBeVisible();
});

test("§8 no purchases: 'Nessun acquisto trovato per il periodo selezionato.'", async () => {
  await renderOrderPage(orderServer(0), { path: NOVEMBER });
  expect(await screen.findByRole('alert')).toHaveTextContent('Nessun acquisto trovato per il periodo selezionato.');
  expect(screen.queryByRole('button', { name: 'Conferma ordini AMC' })).not.toBeInTheDocument();
});

test('design §5 a page that is no longer there gives way to the last one, and leaves no way back to it', async () => {
  const { location } = await renderOrderPage(orderServer(41), { path: `${NOVEMBER}&currentPage=9` });
  expect((await checkbox(1)).closest('tr')).toBeVisible();
  expect(addressed(location())).toMatchObject({ currentPage: '3' });
  expect(screen.queryByText('Nessun acquisto trovato per il periodo selezionato.')).not.toBeInTheDocument();
});

test.each([
  ['a refusal', () => refuse(searchPurchases, 'PURCHASE_NOT_FOUND'), /: Elemento non trovato$/],
  ['a broken row', () => answerRaw(searchPurchases, { data: { purchases: [{}] } }), /: Si è vericato un errore$/],
])("§8 %s: 'Errore durante il recupero degli acquisti' with a retry", async (_, failure, message) => {
  const { user } = await renderOrderPage(orderServer(1), { path: NOVEMBER });
  await checkbox(1);
  network.use(failure());
  await user.click(button('Mostra acquisti'));
  const failed = await screen.findByText(/^Errore durante il recupero degli acquisti: /);
  expect(failed).toHaveTextContent(message);
  network.resetHandlers();
});

test("§2 §9 20 a page; 'Mostra tutti gli acquisti' reads them all at once and stays in the URL", async () => {
  const server = orderServer(45);
  const { user, location } = await renderOrderPage(server, { path: NOVEMBER });
  await checkbox(45);
  expect(screen.getAllByRole('checkbox')).toHaveLength(20);
  await user.click(button('Pagina 3'));
  expect((await checkbox(5)).closest('tr')).toBeVisible();
  expect(addressed(location())).toMatchObject({ currentPage: '3' });
  await user.click(button('Mostra tutti gli acquisti'));
  await checkbox(45);
  expect(server.searches.at(-1)).toMatchObject({ page: 0, size: 999_999 });
  expect(addressed(location())).toMatchObject({ currentPage: '1', pageSize: '999999' });
  expect(screen.queryByRole('button', { name: 'Mostra tutti gli acquisti' })).not.toBeInTheDocument();
});

test('design §5 of 10,000 purchases only those in sight are on the page; the keyboard reaches them all', async () => {
  const { user } = await renderOrderPage(orderServer(10_000), { path: `${NOVEMBER}&pageSize=999999` });
  (await checkbox(10_000)).focus();
  expect(screen.getAllByRole('checkbox').length).toBeLessThan(60);
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(await checkbox(9998)).toHaveFocus();
  await user.keyboard('{End} ');
  expect(await checkbox(1)).toHaveFocus();
  expect(await checkbox(1)).toBeChecked();
  expect((await checkbox(1)).closest('li')).toHaveAttribute('aria-posinset', '10000');
  expect(screen.getByRole('status')).toHaveTextContent('Acquisti selezionati: 1');
});

test('rules §7 on paper one list of all purchases is whole, and says so; the screen has those in sight again', async () => {
  await renderOrderPage(orderServer(60), { path: `${NOVEMBER}&pageSize=999999` });
  await checkbox(60);
  const head = screen.getByText(/^Periodo dal 01\/11\/2026 al \d\d\/11\/2026 · In ordine di Data, decrescente/);
  expect(head).toHaveClass('print-only');
  expect(head).toHaveTextContent('Righe 1-60 (su 60) · Stampato il ');
  fireEvent(window, new Event('beforeprint'));
  expect(document.querySelectorAll('li input')).toHaveLength(60);
  fireEvent(window, new Event('afterprint'));
  expect(document.querySelectorAll('li input').length).toBeLessThan(60);
});

test('rules §7 paper says that it has a part of a list that is too long for it', async () => {
  await renderOrderPage(orderServer(5001), { path: `${NOVEMBER}&pageSize=999999` });
  expect(await screen.findByText(/ · Righe 1-5\.000 \(su 5\.001\) · Stampato il /)).toHaveClass('print-only');
});

test("§2 'Seleziona/Deseleziona tutto': the number and the total stay in sight", async () => {
  const { user } = await renderOrderPage(orderServer(3), { path: NOVEMBER });
  await checkbox(3);
  await user.click(button('Seleziona/Deseleziona tutto'));
  expect(screen.getByRole('status')).toHaveTextContent('Acquisti selezionati: 3');
  expect(screen.getByText('6,00 €', { selector: 'strong *' })).toBeVisible();
  await user.click(await checkbox(2));
  expect(screen.getByRole('status')).toHaveTextContent('Acquisti selezionati: 2');
  expect(screen.getByText('4,00 €', { selector: 'strong *' })).toBeVisible();
  await user.click(button('Seleziona/Deseleziona tutto'));
  await user.click(button('Seleziona/Deseleziona tutto'));
  expect(screen.getByRole('status')).toHaveTextContent('Acquisti selezionati: 0');
});

test('§2 what is chosen on one page stays chosen on the others', async () => {
  const { user } = await renderOrderPage(orderServer(25), { path: NOVEMBER });
  await user.click(await checkbox(25));
  await user.click(button('Pagina 2'));
  await user.click(await checkbox(1));
  expect(screen.getByRole('status')).toHaveTextContent('Acquisti selezionati: 2');
  await user.click(button('Mostra tutti gli acquisti'));
  await waitFor(async () => expect(await checkbox(25)).toBeChecked());
  expect(await checkbox(24)).not.toBeChecked();
});

test('rules §1 a column that the server names sorts by a click; the sort and what is chosen outlive the turn of a page', async () => {
  const server = orderServer(25);
  const features = { sorts: { purchases: ['createTime', 'itemsAmount'] }, filters: {}, calls: [] };
  const { user, location } = await renderOrderPage(server, {
    path: `${NOVEMBER}&currentPage=2`,
    handlers: [answer(readFeatures, { features })],
  });
  await user.click(await checkbox(3));
  expect(await screen.findByRole('columnheader', { name: 'ID acquisto' })).not.toHaveClass(SORTS);
  const total = screen.getByRole('columnheader', { name: 'Totale' });
  await waitFor(() => expect(total).toHaveClass(SORTS));
  await user.click(total);
  await waitFor(() => expect(server.searches.at(-1)).toMatchObject({ page: 0, size: 20, sort: 'itemsAmount,asc' }));
  expect((await checkbox(25)).closest('tr')).toBeVisible();
  expect(screen.getByRole('columnheader', { name: 'Totale' })).toHaveAttribute('aria-sort', 'ascending');
  expect(location()).toContain('itemsAmount');
  expect(screen.getByRole('status')).toHaveTextContent('Acquisti selezionati: 1');
  await user.click(button('Pagina 2'));
  await waitFor(() => expect(server.searches.at(-1)).toMatchObject({ page: 1, sort: 'itemsAmount,asc' }));
  expect(await checkbox(3)).toBeChecked();
});

test('rules §1 no column sorts where the server names none', async () => {
  await renderOrderPage(orderServer(2), { path: NOVEMBER });
  await checkbox(2);
  for (const header of screen.getAllByRole('columnheader')) expect(header).not.toHaveClass(SORTS);
});
