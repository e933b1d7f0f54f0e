import { screen, waitFor, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { readCartSummary, recreateCart } from '#contract/calls/carts.ts';
import { storedCart } from '#src/providers/session/unfinished-cart.ts';
import { dialogButton, dialogTitled } from '../../dialogs.ts';
import { answer, answerRaw, lose, refuse } from '../../network.ts';
import { cancelled, openHistory, renderHistory } from '../purchases/history.tsx';
import { button, heading, renderPatient } from './render-sale.tsx';
import { bread, newSaleServer, patient } from './sale-server.ts';

const OTHER = { ...patient, patientId: 12, fiscalCode: 'VRDNNA85B41F979Z', firstName: 'Anna', lastName: 'Verdi' };
const items = [{ product: bread, quantity: 2, pricePerUnit: 2.5, totalPrice: 5 }];
const left = { cartId: 80, items, itemsAmount: 5, residualAmount: 105, voucherInitialAmount: 110, patient: OTHER };
const leftCart = answer(readCartSummary, { cart: left });

const TITLE = 'Carrello non concluso';
const NEXT = {
  'a new cart': 'Inserire il codice PIN per creare il carrello',
  'a recreated cart': 'CONFERMA CREAZIONE CARRELLO',
};
type Way = keyof typeof NEXT;
const WAYS: readonly Way[] = ['a new cart', 'a recreated cart'];

/** Goes as far as the press that would open another cart. */
async function begin(way: Way, handlers: readonly HttpHandler[]) {
  if (way === 'a new cart') {
    const user = await renderPatient(newSaleServer(), handlers);
    await user.click(button('Avanti'));
    return user;
  }
  const { user } = await renderHistory(openHistory([cancelled]), [
    ...handlers,
    answer(recreateCart, { cart: { ...left, cartId: 82, patient } }),
  ]);
  await user.click(await screen.findByRole('button', { name: "Ricrea il carrello dell'acquisto 8" }));
  return user;
}

beforeEach(() => storedCart.write({ cartId: 80, username: 'rossi', businessId: 1 }));

test.each(WAYS)(
  'rules §3 %s drops nobody’s unfinished cart without a word: it is named, and may be gone on with',
  async (way) => {
    const user = await begin(way, [leftCart]);
    const dialog = await dialogTitled(TITLE);
    expect(dialog).toHaveTextContent(/AssistitoAnna VerdiProdotti inseriti1Totale5,00\s€/);
    await user.click(within(dialog).getByRole('button', { name: 'Riprendi il carrello' }));
    await heading('Scarico Prodotti');
    expect(screen.getAllByText(/Verdi/)[0]).toBeVisible();
    expect(storedCart.read()).toMatchObject({ cartId: 80 });
    expect(JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)])).not.toMatch(/Verdi|VRDNNA/);
  },
);

test.each(WAYS)('rules §3 %s takes the place of the unfinished one once the user says so', async (way) => {
  const user = await begin(way, [leftCart]);
  await dialogTitled(TITLE);
  await user.click(await dialogButton("Apri l'altro carrello"));
  expect(await screen.findByRole('dialog', { name: NEXT[way] })).toBeVisible();
});

test.each(WAYS)('rules §3 %s: Esc leaves everything as it is', async (way) => {
  const user = await begin(way, [leftCart]);
  await dialogTitled(TITLE);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(storedCart.read()).toMatchObject({ cartId: 80 });
});

const UNREAD = [
  ['lost', lose(readCartSummary)],
  ['500', answerRaw(readCartSummary, {}, 500)],
] as const;

test.each(UNREAD.flatMap(([how, handler]) => WAYS.map((way) => [way, how, handler] as const)))(
  'rules §3 %s: an unfinished cart that cannot be read is told all the same: %s',
  async (way, _how, handler) => {
    await begin(way, [handler]);
    expect(await dialogTitled(TITLE)).toHaveTextContent(/che ora non si può leggere/);
  },
);

const NOTHING_LOST: readonly (readonly [string, HttpHandler])[] = [
  ['empty', answer(readCartSummary, { cart: { ...left, items: [], itemsAmount: 0 } })],
  ['bought', answer(readCartSummary, { cart: { ...left, purchaseId: 99 } })],
  ['gone', refuse(readCartSummary, 'CART_NOT_FOUND')],
];

test.each(NOTHING_LOST.flatMap(([what, handler]) => WAYS.map((way) => [what, way, handler] as const)))(
  'rules §3 an unfinished cart that is %s is not asked about: %s',
  async (_what, way, handler) => {
    await begin(way, [handler]);
    expect(await screen.findByRole('dialog', { name: NEXT[way] })).toBeVisible();
  },
);

test('rules §3 a cart of another user is not asked about', async () => {
  storedCart.write({ cartId: 80, username: 'bianchi', businessId: 1 });
  await begin('a new cart', [leftCart]);
  expect(await screen.findByRole('dialog', { name: NEXT['a new cart'] })).toBeVisible();
});
