import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { type HttpHandler, HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { createAmcOrders, previewAmcOrders, searchAmcOrders } from '#contract/calls/amc-orders.ts';
import { readFeatures } from '#contract/calls/features.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import { setClockError } from '#contract/rules/clock.ts';
import { currentAlerts } from '#src/providers/notifications/alert-store.ts';
import { addressed } from '#tests/support/filter-address.ts';
import { answer, answerRaw, lose, loseAfter, network, refuse, respondWith } from '../../network.ts';
import { shortenPollingPauses } from '../../timeouts.ts';
import {
  NOVEMBER,
  type OrderServer,
  button,
  checkbox,
  confirmButton,
  orderHandlers,
  orderServer,
  renderOrderPage,
  placeOrder,
} from './order-server.tsx';

const THREE_DAYS_MS = 3 * 24 * 3_600_000;
const FAILED = 'Errore durante la creazione degli ordini AMC';

/** Selects all purchases and presses the button that orders them. */
async function askAll(server: OrderServer, handlers: Parameters<typeof renderOrderPage>[1] = {}) {
  const { user } = await renderOrderPage(server, { path: NOVEMBER, ...handlers });
  await checkbox(server.free[0] ?? 0);
  await user.click(button('Seleziona/Deseleziona tutto'));
  await user.click(confirmButton());
  return user;
}

const orderQuestion = () => screen.findByRole('dialog', { name: 'Conferma ordini AMC' });

async function answerYes(user: UserEvent) {
  await user.click(within(await orderQuestion()).getByRole('button', { name: /^Sì, ordina / }));
}

async function confirmAll(...what: Parameters<typeof askAll>) {
  const user = await askAll(...what);
  await answerYes(user);
  return user;
}

/** The server orders only these purchases, and a gateway loses its response. */
function loseAfterOrdering(server: OrderServer, purchasesIds: number[]) {
  return loseAfter(createAmcOrders, ({ body }) => placeOrder(server, { ...body, purchasesIds }), 'gateway');
}

test("§5 nothing chosen: 'Seleziona almeno un acquisto per procedere!', and nothing is sent", async () => {
  const server = orderServer(2);
  const { user } = await renderOrderPage(server, { path: NOVEMBER });
  await checkbox(2);
  await user.click(confirmButton());
  expect(currentAlerts()).toMatchObject([
    { kind: 'warning', text: 'Seleziona almeno un acquisto per procedere!', duration: 5000 },
  ]);
  expect(server.orders).toEqual([]);
});

test('rules §1 with a clock that is three days ahead the order has the date of the server', async () => {
  setClockError(THREE_DAYS_MS);
  const server = orderServer(1);
  const { user } = await renderOrderPage(server, { path: NOVEMBER });
  await user.click(await checkbox(1));
  await user.click(confirmButton());
  await answerYes(user);
  await waitFor(() => expect(server.orders).toHaveLength(1));
  const late = Date.now() - THREE_DAYS_MS - Date.parse(server.orders[0]?.orderDate ?? '');
  expect(late).toBeGreaterThanOrEqual(0);
  expect(late).toBeLessThan(THREE_DAYS_MS);
});

test("§7 §8 the chosen are ordered now, with offset: 'Ordini AMC creati correttamente!', and the list is read anew", async () => {
  const server = orderServer(3);
  const { user } = await renderOrderPage(server, { path: NOVEMBER });
  await user.click(await checkbox(2));
  await user.dblClick(confirmButton());
  await answerYes(user);
  await waitFor(() =>
    expect(currentAlerts()).toMatchObject([
      { kind: 'success', text: 'Ordini AMC creati correttamente!', duration: 3000 },
    ]),
  );
  expect(server.orders).toHaveLength(1);
  expect(server.orders[0]?.purchasesIds).toEqual([2]);
  expect(server.orders[0]?.orderDate).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0[12]:00$/);
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(2));
  expect(screen.getByRole('status')).toHaveTextContent('Acquisti selezionati: 0');
});

const previewed = answer(readFeatures, { features: { sorts: {}, filters: {}, calls: ['amc-orders.preview'] } });

test('rules §1 where the server can say it, what the orders will be is asked about first; No orders nothing', async () => {
  const server = orderServer(3);
  const asl = { aslId: 1, name: 'ASL Nord' };
  const preview = answer(previewAmcOrders, ({ body }) => ({
    orders: [
      {
        storeId: 1,
        storeCode: 'PV-01',
        storeName: 'Centro',
        asl,
        purchases: body.purchasesIds.length - 1,
        // Not what the list of the screen comes to, which may be old.
        amount: 5.5,
      },
      { storeId: 2, storeCode: 'PV-02', storeName: 'Centro', asl, purchases: 1, amount: 1.5 },
    ],
  }));
  const user = await askAll(server, { handlers: [previewed, preview] });
  const question = await orderQuestion();
  await waitFor(() => expect(question).toBeVisible());
  expect(within(question).getByText(/^Vuoi creare 2 ordini AMC/)).toBeVisible();
  expect([...question.querySelectorAll('dl > div')].map((fact) => fact.textContent)).toEqual([
    'Acquisti3',
    'Ordini2',
    expect.stringMatching(/^Totale7,00\s€$/),
  ]);
  expect(
    within(question)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual([
    'Punto venditaASLAcquistiTotale',
    expect.stringMatching(/^PV-01 · CentroASL Nord25,50\s€$/),
    expect.stringMatching(/^PV-02 · CentroASL Nord11,50\s€$/),
  ]);
  await user.click(within(question).getByRole('button', { name: 'No' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(server.orders).toEqual([]);
  await user.click(confirmButton());
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^Sì, ordina 7,00\s€$/ }));
  await waitFor(() => expect(server.orders).toHaveLength(1));
});

test('rules §1 a single order is told by its store and its health authority', async () => {
  const preview = answer(previewAmcOrders, () => ({
    orders: [
      {
        storeId: 1,
        storeCode: 'PV-01',
        storeName: 'Centro',
        asl: { aslId: 1, name: 'ASL Nord' },
        purchases: 2,
        amount: 3,
      },
    ],
  }));
  await askAll(orderServer(2), { handlers: [previewed, preview] });
  const question = await orderQuestion();
  await waitFor(() => expect(question).toBeVisible());
  expect(within(question).getByText('Vuoi creare 1 ordine AMC?')).toBeVisible();
  expect(within(question).queryByRole('table')).not.toBeInTheDocument();
  expect([...question.querySelectorAll('dl > div')].map((fact) => fact.textContent)).toEqual([
    'Punto venditaPV-01 · Centro',
    'ASLASL Nord',
    'Acquisti2',
    expect.stringMatching(/^Totale3,00\s€$/),
  ]);
});

test.each<[string, HttpHandler[]]>([
  ['the server has no extras', [refuse(readFeatures, 'PURCHASE_NOT_FOUND')]],
  [
    'the server has extras, but no preview',
    [answer(readFeatures, { features: { sorts: {}, filters: {}, calls: [] } })],
  ],
  ['nobody knows what the server has', [refuse(readFeatures, 'INTERNAL_ERROR')]],
  ['the preview fails', [previewed, refuse(previewAmcOrders, 'INTERNAL_ERROR')]],
  ['the preview gets no answer', [previewed, lose(previewAmcOrders)]],
  ['the preview cannot be read', [previewed, answerRaw(previewAmcOrders, { data: {} })]],
  ['the preview is empty', [previewed, answer(previewAmcOrders, { orders: [] })]],
])('rules §1 no order without a question: %s', async (_case, handlers) => {
  const server = orderServer(2);
  const user = await askAll(server, { handlers });
  const question = await orderQuestion();
  expect(question).toHaveTextContent(/Vuoi ordinare gli acquisti selezionati\? Il dettaglio per punto vendita/);
  expect(question).toHaveTextContent(/Acquisti2Totale3,00\s€/);
  expect(currentAlerts()).toEqual([]);
  expect(server.orders).toEqual([]);
  await answerYes(user);
  await waitFor(() => expect(server.orders).toHaveLength(1));
});

test('§2 AMC orders: the orders made are told by number, each leading to itself in the summary, until the next search', async () => {
  const server = orderServer(2);
  const made = {
    amcOrderId: 41,
    storeName: 'Centro',
    asl: { aslId: 2, name: 'ASL Sud' },
    amount: 3,
    orderDate: '2026-11-03T00:30:00+01:00',
  };
  const user = await confirmAll(server, {
    handlers: [answer(createAmcOrders, () => ({ orders: [made, { amcOrderId: 42 }] }))],
  });
  const link = await screen.findByRole('link', { name: 'Ordine 41' });
  expect(link.closest('li')).toHaveTextContent(/^Ordine 41 · Centro · ASL Sud · 3,00\s€$/);
  expect(link.getAttribute('href')).toMatch(/^\/riepilogo-ordini-amc\?/);
  expect(addressed(link.getAttribute('href') ?? '')).toEqual({
    amcOrderId: '41',
    aslId: '2',
    dateStart: '2026-11-03',
    dateEnd: '2026-11-03',
  });
  const other = screen.getByRole('link', { name: 'Ordine 42' }).getAttribute('href');
  expect(Object.keys(addressed(other ?? ''))).toEqual(['amcOrderId', 'dateStart', 'dateEnd']);
  await user.click(button('Mostra acquisti'));
  await waitFor(() => expect(link).not.toBeInTheDocument());
});

test('rules §7 purchases that the server names as ordered meanwhile are told by name; the rest stays selected', async () => {
  const server = orderServer(3);
  await confirmAll(server, {
    handlers: [refuse(createAmcOrders, 'PURCHASE_ALREADY_ORDERED', { purchasesIds: [2] })],
  });
  const failure = await screen.findByRole('alert');
  expect(failure).toHaveTextContent(FAILED);
  expect(failure).toHaveTextContent('Acquisto già incluso in un ordine AMC');
  expect(within(failure).getByRole('listitem')).toHaveTextContent(/^Acquisto 2 del 02-11-2026 10:00:05, 2,00\s€$/);
  expect(screen.getByRole('status')).toHaveTextContent('Acquisti selezionati: 2');
  expect(await checkbox(3)).toBeChecked();
  expect(screen.queryByRole('checkbox', { name: /^Acquisto 2 / })).not.toBeInTheDocument();
  expect(server.searches).toHaveLength(1);
});

test('rules §2 where the server names none, those that are gone from the search are named', async () => {
  const server = orderServer(30);
  const user = await confirmAll(server, {
    handlers: [
      http.post(
        '*/api/v1/amc/orders',
        () => {
          server.free = server.free.filter((id) => id !== 29);
          return HttpResponse.json(
            { error: { code: '5012', description: 'PURCHASE_ALREADY_ORDERED' } },
            { status: 409 },
          );
        },
        { once: true },
      ),
    ],
  });
  const failure = await screen.findByRole('alert');
  expect(failure).toHaveTextContent('Acquisto 29 del 02-11-2026 10:00:05, 29,00 €');
  expect(server.searches.at(1)).toMatchObject({ page: 0, size: 999_999, excludeAmc: true });
  expect(screen.getByRole('status')).toHaveTextContent('Acquisti selezionati: 19');
  await user.click(confirmButton());
  await answerYes(user);
  await waitFor(() => expect(server.orders.map(({ purchasesIds }) => purchasesIds.length)).toEqual([19]));
});

test('rules §7 a purchase cancelled meanwhile is told by name too', async () => {
  await confirmAll(orderServer(3), {
    handlers: [refuse(createAmcOrders, 'PURCHASE_NOT_FOUND', { purchasesIds: [3] })],
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('Elemento non trovatoAcquisto 3 del');
  expect(screen.getByRole('status')).toHaveTextContent('Acquisti selezionati: 2');
});

test('§8 any other refusal is told in its place, and everything stays selected', async () => {
  await confirmAll(orderServer(2), {
    handlers: [refuse(createAmcOrders, 'INVALID_REQUEST', { field: 'orderDate' })],
  });
  expect(await screen.findByRole('alert')).toHaveTextContent(`${FAILED}Dati non validi: orderDate`);
  expect(screen.getByRole('status')).toHaveTextContent('Acquisti selezionati: 2');
});

test('rules §2 a lost answer: the purchases are searched again; all gone, they were created', async () => {
  const server = orderServer(2);
  await confirmAll(server, { handlers: [loseAfterOrdering(server, [2, 1])] });
  await waitFor(() => expect(currentAlerts()).toMatchObject([{ text: 'Ordini AMC creati correttamente!' }]));
  expect(server.orders).toHaveLength(1);
});

test('rules §2 a lost answer, and none is gone: they stay selected and may be confirmed again', async () => {
  shortenPollingPauses();
  const server = orderServer(2);
  const user = await confirmAll(server, { handlers: [lose(createAmcOrders)] });
  expect(await screen.findByText(/gli acquisti non risultano in nessun ordine: restano selezionati/)).toBeVisible();
  expect(screen.queryByText(FAILED)).not.toBeInTheDocument();
  expect(currentAlerts()).toEqual([]);
  expect(server.orders).toEqual([]);
  expect(server.searches.at(-1)).toMatchObject({ excludeAmc: true, size: 999_999 });
  network.use(http.post('*/api/v1/amc/orders', () => HttpResponse.json({ data: { orders: [] } })));
  await user.click(confirmButton());
  await answerYes(user);
  await waitFor(() => expect(currentAlerts()).toMatchObject([{ text: 'Ordini AMC creati correttamente!' }]));
});

test('rules §2 a lost answer, and some are gone: those are named, the others stay selected', async () => {
  shortenPollingPauses();
  const server = orderServer(3);
  await confirmAll(server, { handlers: [loseAfterOrdering(server, [3])] });
  const failure = await screen.findByText(
    /Questi acquisti non sono più ordinabili, perché già inclusi in un ordine AMC o stornati:/,
  );
  expect(failure).toHaveTextContent('Acquisto 3 del');
  expect(failure).toHaveTextContent('Gli altri acquisti restano selezionati');
  expect(screen.getByText(/^Acquisti selezionati:/)).toHaveTextContent('Acquisti selezionati: 2');
});

test('rules §2 a lost answer, and a colleague cancelled all of them: no order is told', async () => {
  const server = orderServer(2);
  await confirmAll(server, {
    handlers: [
      loseAfter(createAmcOrders, () => {
        server.free = [];
      }),
    ],
  });
  const failure = await screen.findByText(/Questi acquisti non sono più ordinabili/);
  expect(failure).toHaveTextContent(/Acquisto 2 del.*Acquisto 1 del/);
  expect(failure).not.toHaveTextContent('restano selezionati');
  expect(currentAlerts()).toEqual([]);
});

test("rules §2 an order under way is not forgotten: 'Mostra acquisti' waits, 'Cancella' hides nothing of it", async () => {
  shortenPollingPauses();
  const server = orderServer(2);
  const held: (() => void)[] = [];
  const user = await confirmAll(server, {
    handlers: [
      respondWith(createAmcOrders, async () => {
        await new Promise<void>((resolve) => held.push(resolve));
        return HttpResponse.error();
      }),
    ],
  });
  await waitFor(() => expect(button('Mostra acquisti')).toHaveAttribute('aria-disabled', 'true'));
  await user.click(button('Mostra acquisti'));
  expect(currentAlerts()).toMatchObject([{ kind: 'warning', text: /^C'è un ordine AMC in corso/ }]);
  expect(button('Mostra acquisti')).toHaveFocus();
  expect(server.searches).toHaveLength(1);
  await waitFor(() => expect(held).toHaveLength(1));
  await user.click(button('Cancella'));
  await waitFor(() => expect(screen.queryByRole('checkbox')).not.toBeInTheDocument());
  network.use(lose(searchPurchases), lose(searchAmcOrders));
  for (const release of held) release();
  expect(await screen.findByText('Esito non ancora noto.')).toBeVisible();
  expect(button('Mostra acquisti')).toHaveAttribute('aria-disabled', 'true');
  network.use(...orderHandlers(server));
  await user.click(button('Verifica esito'));
  expect(await screen.findByText(/gli acquisti non risultano in nessun ordine/)).toBeVisible();
  expect(button('Mostra acquisti')).not.toHaveAttribute('aria-disabled', 'true');
});

const silence = () => [lose(searchPurchases), lose(searchAmcOrders)];

/** The chosen purchases are ordered, but the list of orders does not name them. */
function orderedElsewhere(server: OrderServer) {
  server.free.splice(0);
  return orderHandlers(server);
}

test.each([
  ['nobody answers', silence],
  ['the purchases are gone, and no order says why', orderedElsewhere],
])('rules §2 an order that the screen was left with is told by an alert that stays: %s', async (_what, answersOf) => {
  shortenPollingPauses();
  const server = orderServer(2);
  const held: (() => void)[] = [];
  const { user, unmount } = await renderOrderPage(server, {
    path: NOVEMBER,
    handlers: [
      respondWith(createAmcOrders, async () => {
        await new Promise<void>((resolve) => held.push(resolve));
        return HttpResponse.error();
      }),
    ],
  });
  await user.click(await checkbox(2));
  await user.click(confirmButton());
  await answerYes(user);
  await waitFor(() => expect(held).toHaveLength(1));
  unmount();
  network.use(...answersOf(server));
  for (const release of held) release();
  await waitFor(() =>
    expect(currentAlerts()).toMatchObject([{ text: /^L'esito dell'ordine AMC non è noto/, duration: null }]),
  );
});

test('rules §2 a lost answer, and no answer to the search: nothing can be confirmed before it is known', async () => {
  shortenPollingPauses();
  const server = orderServer(2);
  const { user } = await renderOrderPage(server, {
    path: NOVEMBER,
    handlers: [loseAfterOrdering(server, [2, 1])],
  });
  await user.click(await checkbox(2));
  await user.click(await checkbox(1));
  network.use(lose(searchPurchases), lose(searchAmcOrders));
  await user.click(confirmButton());
  await answerYes(user);
  expect(await screen.findByText(/non sappiamo se gli ordini sono stati creati/)).toBeVisible();
  expect(screen.getByText('Esito non ancora noto.')).toBeVisible();
  expect(screen.queryByText(FAILED)).not.toBeInTheDocument();
  expect(confirmButton()).toBeDisabled();
  expect(currentAlerts()).toEqual([]);
  network.use(...orderHandlers(server));
  await user.click(button('Verifica esito'));
  await waitFor(() => expect(currentAlerts()).toMatchObject([{ text: 'Ordini AMC creati correttamente!' }]));
  expect(server.orders).toHaveLength(1);
});

test('§8 a server that breaks down over the order may have made it: it is asked, not repeated', async () => {
  shortenPollingPauses();
  const server = orderServer(2);
  await confirmAll(server, { handlers: [refuse(createAmcOrders, 'INTERNAL_ERROR')] });
  expect(await screen.findByText(/gli acquisti non risultano in nessun ordine: restano selezionati/)).toBeVisible();
  expect(currentAlerts()).toMatchObject([{ title: 'Attenzione!', text: /Si è vericato un errore 500/ }]);
});

test('rules §2 a request that arrived twice: the refusal of the second does not hide the orders of the first', async () => {
  const server = orderServer(2);
  await confirmAll(server, {
    handlers: [
      http.post('*/api/v1/amc/orders', async ({ request }) => {
        placeOrder(server, (await request.json()) as OrderServer['orders'][number]);
        const error = { code: 5012, description: 'PURCHASE_ALREADY_ORDERED', purchasesIds: [2, 1] };
        return HttpResponse.json({ error }, { status: 409 });
      }),
    ],
  });
  await waitFor(() => expect(currentAlerts()).toMatchObject([{ text: 'Ordini AMC creati correttamente!' }]));
});
