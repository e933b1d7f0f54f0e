import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { executeCart } from '#contract/calls/carts.ts';
import { executePurchase } from '#contract/calls/purchases.ts';
import { answer } from '../../network.ts';
import {
  button,
  goToSummary,
  heading,
  openCart,
  openPatient,
  pinField,
  renderSearch,
  renderSearchWithStores,
} from './render-sale.tsx';
import { bread, newSaleServer } from './sale-server.ts';

const filled = () => newSaleServer({ items: [{ product: bread, quantity: 2, pricePerUnit: 2.5, totalPrice: 5 }] });
const DONE = 'Operazione avvenuto con successo';

test('§2 stepper: Back goes to the step before and then to the search, Forward returns; the cart is checked once', async () => {
  const server = filled();
  const { user, location } = await renderSearch(server);
  await openCart(user);
  expect(location()).toBe('/ricerca-assistiti/vendita/prodotti');
  await goToSummary(user);
  await user.click(button('Back'));
  await heading('Scarico Prodotti');
  await user.click(button('Back'));
  await heading('Anagrafica');
  await user.click(button('Back'));
  await heading('Ricerca Assistiti');
  for (const step of ['Anagrafica', 'Scarico Prodotti', 'Riepilogo']) {
    await user.click(button('Forward'));
    await heading(step);
  }
  expect(location()).toBe('/ricerca-assistiti/vendita/riepilogo');
  await user.click(button('Back'));
  await heading('Scarico Prodotti');
  await user.click(button('Back'));
  await heading('Anagrafica');
  await user.click(button('Avanti'));
  await heading('Scarico Prodotti');
  expect(screen.getByText(bread.name)).toBeVisible();
  expect(server.calls).toEqual(['checkCart', 'executeCart 91 12345']);
});

test('§2 stepper: Back closes a dialog with its step, and Forward does not bring it back', async () => {
  const user = await renderSearchWithStores(newSaleServer());
  await openPatient(user);
  await user.click(button('Avanti'));
  await pinField();
  act(() => button('Back').click());
  await heading('Ricerca Assistiti');
  await user.click(button('Forward'));
  await heading('Anagrafica');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('§2 stepper: a cart that is opened after Back and Forward leads on to its products', async () => {
  let open: () => void = () => undefined;
  const { user, location } = await renderSearch(newSaleServer(), [
    answer(executeCart, async () => {
      await new Promise<void>((resolve) => {
        open = resolve;
      });
      return { cart: { cartId: 81, residualAmount: 100, voucherInitialAmount: 100, items: [] } };
    }),
  ]);
  await openPatient(user);
  await user.click(button('Avanti'));
  await user.type(await pinField(), '12345{Enter}');
  await waitFor(() => expect(within(screen.getByRole('dialog')).queryByRole('button', { name: /Chiudi/ })).toBeNull());
  act(() => button('Back').click());
  await heading('Ricerca Assistiti');
  await user.click(button('Forward'));
  await heading('Anagrafica');
  open();
  await heading('Scarico Prodotti');
  expect(location()).toBe('/ricerca-assistiti/vendita/prodotti');
});

test('§2 after the purchase Back leads to the search', async () => {
  const { user, location } = await renderSearch(filled());
  await openCart(user);
  await goToSummary(user);
  await waitFor(() => expect(button('Conferma')).toHaveFocus());
  await user.keyboard('{Enter}');
  await user.type(await pinField(), '12345{Enter}');
  expect(await screen.findByText(DONE)).toBeVisible();
  expect(location()).toBe('/ricerca-assistiti/vendita/completato');
  await user.click(button('Back'));
  await heading('Ricerca Assistiti');
  expect(location()).toBe('/ricerca-assistiti');
});

test('rules §2 while a purchase is executed Back stays on step 3', async () => {
  let finish: () => void = () => undefined;
  const { user, location } = await renderSearch(filled(), [
    answer(executePurchase, async () => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return { purchase: { purchaseId: 99, items: [] } };
    }),
  ]);
  await openCart(user);
  await goToSummary(user);
  await waitFor(() => expect(button('Conferma')).toHaveFocus());
  await user.keyboard('{Enter}');
  await user.type(await pinField(), '12345{Enter}');
  await waitFor(() => expect(within(screen.getByRole('dialog')).queryByRole('button', { name: /Chiudi/ })).toBeNull());
  act(() => button('Back').click());
  expect(location()).toBe('/ricerca-assistiti/vendita/riepilogo');
  finish();
  expect(await screen.findByText(DONE)).toBeVisible();
});

test('design §2 nothing of the patient is in the address, in the history or in storage', async () => {
  const { user, location } = await renderSearch(filled());
  await openCart(user);
  await goToSummary(user);
  expect(location()).toBe('/ricerca-assistiti/vendita/riepilogo');
  const kept = JSON.stringify([window.history.state, sessionStorage, localStorage]);
  expect(kept).not.toMatch(/RSSMRA|Mario|Rossi|patientId/);
});

test.each(['anagrafica', 'prodotti', 'riepilogo', 'completato', 'altro'])(
  '§2 stepper: without a sale, as after a reload, %s leads to the search',
  async (step) => {
    const { location } = await renderSearch(newSaleServer(), [], `/ricerca-assistiti/vendita/${step}`);
    expect(location()).toBe('/ricerca-assistiti');
  },
);
