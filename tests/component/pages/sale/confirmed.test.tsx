import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { HttpHandler } from 'msw';
import { expect, test } from 'vitest';
import { readCartSummary } from '#contract/calls/carts.ts';
import { checkPurchase, executePurchase } from '#contract/calls/purchases.ts';
import { answer, answerRaw, lose, network, refuse } from '../../network.ts';
import { dialogTitled } from '../../dialogs.ts';
import { shortenPollingPauses } from '../../timeouts.ts';
import { button, heading, pinField, renderSummary } from './render-sale.tsx';
import { bread, newSaleServer, pasta, saleHandlers, type SaleServer } from './sale-server.ts';

const CHANGED = 'Il carrello è cambiato: controlla il riepilogo e conferma di nuovo';
const TITLE = { PIN: "Inserire il codice PIN per confermare l'acquisto", 'yes/no': 'Conferma acquisto' } as const;
type Way = keyof typeof TITLE;

const twoBreads = { product: bread, quantity: 2, pricePerUnit: 2.5, totalPrice: 5 };
const onePasta = { product: pasta, quantity: 1, pricePerUnit: 0.9, totalPrice: 0.9 };
const filled = (way: Way) => newSaleServer({ items: [twoBreads, onePasta], otpRequired: way === 'PIN' });

const figure = (name: string) => screen.getByRole('region', { name });
const executions = ({ calls }: SaleServer) => calls.filter((call) => call.startsWith('executePurchase'));

async function answerDialog(user: UserEvent, way: Way, total: RegExp): Promise<void> {
  const dialog = await dialogTitled(TITLE[way]);
  const confirm = within(dialog).getByRole('button', { name: total });
  if (way === 'PIN') await user.type(await pinField(), '12345{Enter}');
  else await user.click(confirm);
  await heading('Acquisto completato');
}

/** What another tab, the till's API, an operator or another shop does to the cart while step 3 is open. */
const CHANGES: readonly (readonly [what: string, change: (server: SaleServer) => void, total: string, left: string])[] =
  [
    [
      'a line added in another tab',
      (now) => now.items.push({ ...onePasta, product: { ...pasta, productId: 53 } }),
      '6,80',
      '103,20',
    ],
    [
      'a quantity changed at the till',
      (now) => (now.items = [{ ...twoBreads, quantity: 4, totalPrice: 10 }, onePasta]),
      '10,90',
      '99,10',
    ],
    [
      'a price changed by an operator',
      (now) => (now.items = [{ ...twoBreads, pricePerUnit: 3, totalPrice: 6 }, onePasta]),
      '6,90',
      '103,10',
    ],
    ['a line taken out', (now) => (now.items = [twoBreads]), '5,00', '105,00'],
    [
      'another product at the same cost',
      (now) => (now.items = [{ ...twoBreads, product: { ...bread, productId: 54 } }, onePasta]),
      '5,90',
      '104,10',
    ],
    [
      'other pieces at the same cost',
      (now) => (now.items = [{ ...twoBreads, quantity: 1, pricePerUnit: 5 }, onePasta]),
      '5,90',
      '104,10',
    ],
    ['the voucher spent in another shop', (now) => (now.initialAmount = 50), '5,90', '44,10'],
  ];
const WAYS: readonly Way[] = ['PIN', 'yes/no'];

test.each(CHANGES.flatMap((change) => WAYS.map((way) => [change[0], way, change] as const)))(
  'rules §6 what is confirmed is what is charged: %s, %s',
  async (_what, way, [, change, total, left]) => {
    const server = filled(way);
    const user = await renderSummary(server);
    change(server);
    await user.click(button('Conferma'));
    expect(await screen.findByText(CHANGED)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(figure('Budget residuo')).toHaveTextContent(left);
    expect(figure('Prodotti inseriti')).toHaveTextContent(new RegExp(`Totale ${total}\\s€$`));
    await user.click(button('Conferma'));
    await answerDialog(user, way, new RegExp(`${total}\\s€$`));
    expect(server.calls.filter((call) => call === 'checkPurchase')).toHaveLength(2);
    expect(executions(server)).toHaveLength(1);
    await waitFor(() => expect(figure('Budget residuo')).toHaveTextContent(left));
    expect(figure('Budget speso')).toHaveTextContent(total);
  },
);

test('rules §6 what is confirmed is what is charged: a voucher spent meanwhile beyond the cart leaves nothing to confirm', async () => {
  const server = filled('PIN');
  const user = await renderSummary(server);
  server.initialAmount = 3;
  await user.click(button('Conferma'));
  expect(await screen.findByText(CHANGED)).toBeVisible();
  expect(figure('Budget residuo')).toHaveTextContent('-2,90');
  expect(button('Conferma')).toBeDisabled();
});

test.each(WAYS)('rules §6 the dialog names what the server charges, not a sum of lines: %s', async (way) => {
  const server = filled(way);
  const { items } = server;
  const cart = { cartId: 81, items, itemsAmount: 5.31, residualAmount: 104.69, voucherInitialAmount: 110 };
  const user = await renderSummary(server, [
    answer(readCartSummary, () => ({ cart: { ...cart, purchaseId: server.purchaseId ?? null } })),
  ]);
  await user.click(button('Conferma'));
  await answerDialog(user, way, /5,31\s€$/);
  await waitFor(() => expect(figure('Budget speso')).toHaveTextContent('5,31'));
});

test('rules §6 the same lines in another order are no change', async () => {
  const server = filled('yes/no');
  const user = await renderSummary(server);
  server.items = [onePasta, twoBreads];
  await user.click(button('Conferma'));
  await answerDialog(user, 'yes/no', /5,90\s€$/);
});

const UNREAD = /^Il riepilogo non si è potuto rileggere: nulla è stato confermato/;
const FAILURES: readonly (readonly [how: string, handler: () => HttpHandler, says: string | RegExp])[] = [
  ['500', () => answerRaw(readCartSummary, {}, 500), UNREAD],
  ['no answer', () => lose(readCartSummary), UNREAD],
  ['a broken answer', () => answerRaw(readCartSummary, { data: {} }, 200), UNREAD],
  ['404', () => refuse(readCartSummary, 'CART_NOT_FOUND'), 'Elemento non trovato'],
];

test.each(FAILURES)(
  'rules §6 a summary that cannot be read again after the check confirms nothing: %s',
  async (_how, handler, says) => {
    const server = filled('yes/no');
    const user = await renderSummary(server);
    network.use(handler());
    await user.click(button('Conferma'));
    expect(await screen.findByText(says)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    network.use(...saleHandlers(server));
    await user.click(button('Conferma'));
    await answerDialog(user, 'yes/no', /5,90\s€$/);
    expect(executions(server)).toHaveLength(1);
  },
);

test('rules §6 a purchase whose answer was lost is asked about again only as the cart is by then', async () => {
  shortenPollingPauses();
  const server = filled('yes/no');
  const user = await renderSummary(server);
  network.use(lose(executePurchase));
  await user.click(button('Conferma'));
  await user.click(await screen.findByRole('button', { name: /^Sì, conferma 5,90\s€$/ }));
  await screen.findByText(/puoi confermare di nuovo, non c'è rischio/);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  network.use(...saleHandlers(server));
  server.items = [twoBreads];
  await user.click(button('Conferma'));
  expect(await screen.findByText(CHANGED)).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(button('Conferma'));
  await answerDialog(user, 'yes/no', /5,00\s€$/);
});

test('rules §6 a cart that was bought while its check ran completes the sale, and is not asked about', async () => {
  const server = filled('yes/no');
  const user = await renderSummary(server, [
    answer(checkPurchase, () => {
      server.purchaseId = 99;
      return { txCommand: { txCommandId: 92, otpRequired: false } };
    }),
  ]);
  await user.click(button('Conferma'));
  await heading('Acquisto completato');
  expect(executions(server)).toEqual([]);
});

test('rules §6 step 4 shows the amounts of the ledger, which another shop has changed meanwhile', async () => {
  const server = filled('yes/no');
  const user = await renderSummary(server, [
    answer(executePurchase, () => {
      Object.assign(server, { purchaseId: 99, initialAmount: 60 });
      return { purchase: { purchaseId: 99, items: [onePasta] } };
    }),
  ]);
  await user.click(button('Conferma'));
  await answerDialog(user, 'yes/no', /5,90\s€$/);
  await waitFor(() => expect(figure('Budget residuo')).toHaveTextContent('54,10'));
  expect(figure('Budget speso')).toHaveTextContent('5,90');
});

test("rules §6 step 4 whose amounts cannot be read says so, with 'Riprova', beside the success", async () => {
  const server = filled('yes/no');
  const user = await renderSummary(server, [
    answer(executePurchase, () => {
      server.purchaseId = 99;
      network.use(answerRaw(readCartSummary, {}, 500));
      return { purchase: { purchaseId: 99, items: [] } };
    }),
  ]);
  await user.click(button('Conferma'));
  await answerDialog(user, 'yes/no', /5,90\s€$/);
  expect(await screen.findByText('Operazione avvenuto con successo')).toBeVisible();
  const retry = await screen.findByRole('button', { name: 'Riprova' });
  expect(figure('Budget residuo')).toHaveTextContent(/-$/);
  network.use(...saleHandlers(server));
  await user.click(retry);
  await waitFor(() => expect(figure('Budget residuo')).toHaveTextContent('104,10'));
});
