import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { readCartSummary } from '#contract/calls/carts.ts';
import { queryClient } from '#src/providers/query-client.ts';
import { addUnconfirmed, storedUnconfirmed, storedCart } from '#src/providers/session/unfinished-cart.ts';
import { answer, lose, network, refuse } from '../../network.ts';
import { shortenPollingPauses } from '../../timeouts.ts';
import { button, enter, heading, renderSearchWithStores } from './render-sale.tsx';
import { bread, newSaleServer, patient } from './sale-server.ts';

const items = [{ product: bread, quantity: 2, pricePerUnit: 2.5, totalPrice: 5 }];
const summary = { cartId: 81, items, itemsAmount: 5, residualAmount: 105, voucherInitialAmount: 110 };

/** Counts the reads of the unfinished cart. */
function countReads(): () => number {
  let reads = 0;
  const count = ({ request }: { readonly request: Request }) => {
    if (request.url.endsWith(readCartSummary.path.replace('{cartId}', '81'))) reads += 1;
  };
  network.events.on('request:start', count);
  onTestFinished(() => network.events.removeListener('request:start', count));
  return () => reads;
}

beforeEach(() => storedCart.write({ cartId: 81, username: 'rossi', businessId: 1 }));

test('rules §3 after a reload the cart is offered again and goes on in step 2', async () => {
  const user = await renderSearchWithStores(newSaleServer({ items }), [
    answer(readCartSummary, { cart: { ...summary, patient } }),
  ]);
  expect(await screen.findByText('Mario Rossi – prodotti inseriti: 1, totale 5,00 €.')).toBeVisible();
  await user.click(button('Riprendi'));
  expect(await heading('Scarico Prodotti')).toBeVisible();
  expect(screen.getByText(bread.name)).toBeVisible();
  expect(button('Avanti')).toBeEnabled();
});

test('rules §1 where a server does not say whose cart it is, the patient is to be found again', async () => {
  const user = await renderSearchWithStores(newSaleServer({ items }), [answer(readCartSummary, { cart: summary })]);
  expect(await screen.findByText(/Cerca di nuovo l'assistito/)).toBeVisible();
  await enter(user, screen.getByRole('textbox', { name: 'Codice fiscale' }), patient.fiscalCode);
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent(/AssistitoMario RossiTotale5,00\s€/);
  await user.click(within(dialog).getByRole('button', { name: 'Riprendi il carrello' }));
  expect(await heading('Scarico Prodotti')).toBeVisible();
});

test('rules §2 a cart that was bought after all offers its receipt', async () => {
  const user = await renderSearchWithStores(newSaleServer(), [
    answer(readCartSummary, { cart: { ...summary, purchaseId: 99 } }),
  ]);
  expect(await screen.findByText("L'ultimo acquisto è andato a buon fine")).toBeVisible();
  await user.click(button('Chiudi'));
  expect(screen.queryByText("L'ultimo acquisto è andato a buon fine")).not.toBeInTheDocument();
  expect(storedCart.read()).toBeNull();
});

test('rules §3 a cart of another user is not offered', async () => {
  storedCart.write({ cartId: 81, username: 'bianchi', businessId: 1 });
  const reads = countReads();
  await renderSearchWithStores(newSaleServer(), [answer(readCartSummary, { cart: { ...summary, patient } })]);
  expect(screen.queryByText('Carrello non concluso')).not.toBeInTheDocument();
  expect(reads()).toBe(0);
});

test('rules §3 a cart that is gone is not offered', async () => {
  const reads = countReads();
  await renderSearchWithStores(newSaleServer(), [refuse(readCartSummary, 'CART_NOT_FOUND')]);
  await waitFor(() => expect([reads(), queryClient.isFetching()]).toEqual([1, 0]));
  expect(screen.queryByText('Carrello non concluso')).not.toBeInTheDocument();
});

test('rules §3 a cart may be given up', async () => {
  const user = await renderSearchWithStores(newSaleServer(), [
    answer(readCartSummary, { cart: { ...summary, patient } }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Abbandona' }));
  expect(screen.queryByText('Carrello non concluso')).not.toBeInTheDocument();
  expect(storedCart.read()).toBeNull();
});

const unconfirmed = { cartId: 81, username: 'rossi', businessId: 1 };

test('rules §2 a reload in the middle of a purchase that went through: its receipt, not an unfinished cart', async () => {
  addUnconfirmed(unconfirmed);
  const user = await renderSearchWithStores(newSaleServer(), [
    answer(readCartSummary, { cart: { ...summary, patient, purchaseId: 99 } }),
  ]);
  expect(await screen.findByText("L'ultimo acquisto è andato a buon fine")).toBeVisible();
  expect(screen.getByText(/^Mario Rossi, totale 5,00 €/)).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Stampa' })).toBeEnabled();
  expect(screen.queryByText('Carrello non concluso')).not.toBeInTheDocument();
  await user.click(button('Chiudi'));
  expect(storedUnconfirmed.read()).toBeNull();
  expect(storedCart.read()).toBeNull();
});

test('rules §2 a reload in the middle of a purchase that is not on record: the cart is offered once that is sure', async () => {
  shortenPollingPauses();
  storedUnconfirmed.write([{ ...unconfirmed, since: Date.now() - 60_000 }]);
  const user = await renderSearchWithStores(newSaleServer({ items }), [
    answer(readCartSummary, { cart: { ...summary, patient } }),
  ]);
  expect(screen.queryByText('Carrello non concluso')).not.toBeInTheDocument();
  expect(await screen.findByText('Carrello non concluso')).toBeVisible();
  expect(storedUnconfirmed.read()).toBeNull();
  await user.click(button('Riprendi'));
  expect(await heading('Scarico Prodotti')).toBeVisible();
});

test("rules §2 the outcome of the last purchase is not known: 'Verifica esito', and a new sale is asked about first", async () => {
  shortenPollingPauses();
  addUnconfirmed(unconfirmed);
  const user = await renderSearchWithStores(newSaleServer(), [lose(readCartSummary)]);
  expect(await screen.findByText("Esito dell'ultimo acquisto non ancora noto")).toBeVisible();
  await enter(user, screen.getByRole('textbox', { name: 'Codice fiscale' }), patient.fiscalCode);
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/Vuoi iniziare lo stesso una nuova vendita/)).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'No' }));
  network.use(answer(readCartSummary, { cart: { ...summary, purchaseId: 99 } }));
  await user.click(button('Verifica esito'));
  expect(await screen.findByText("L'ultimo acquisto è andato a buon fine")).toBeVisible();
});
