import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { deleteCartProduct, putCartProduct, readCartSummary } from '#contract/calls/carts.ts';
import { currentAlerts } from '#src/providers/notifications/alert-store.ts';
import { lose, loseAfter, network, refuse } from '../../network.ts';
import { shortenPollingPauses } from '../../timeouts.ts';
import { button, eanField, quantityField, renderProducts, scan } from './render-sale.tsx';
import { bread, newSaleServer, putLine, saleHandlers } from './sale-server.ts';

const line = { product: bread, quantity: 2, pricePerUnit: 2.5, totalPrice: 5 };
const cartTable = () => within(screen.getByRole('region', { name: 'Prodotti inseriti' }));

async function addThree(user: UserEvent): Promise<void> {
  await scan(user, bread.ean1);
  await waitFor(() => expect(quantityField()).toHaveFocus());
  await user.keyboard('3{Enter}');
}

test('rules §2 a line whose answer is lost is looked for in the cart: one that is there was added', async () => {
  const server = newSaleServer();
  const user = await renderProducts(server, [loseAfter(putCartProduct, ({ body }) => putLine(server, body))]);
  await addThree(user);
  expect(await cartTable().findByRole('cell', { name: /^7,50/ })).toBeVisible();
  await waitFor(() => expect(button('Avanti')).toBeEnabled());
  expect(currentAlerts()).toEqual([]);
  expect(eanField()).toHaveFocus();
  expect(server.calls).toEqual(['put 51 3 2.5']);
});

test('rules §2 a lost line that is not in the cart: nothing typed is lost, and Enter adds it again', async () => {
  shortenPollingPauses();
  const server = newSaleServer();
  const user = await renderProducts(server, [lose(putCartProduct)]);
  await addThree(user);
  expect(await screen.findByText(/la modifica al carrello non risulta registrata: ripetila/)).toBeVisible();
  expect(quantityField()).toHaveValue('3');
  await waitFor(() => expect(quantityField()).toHaveFocus());
  network.use(lose(putCartProduct), lose(readCartSummary));
  await user.keyboard('{Enter}');
  expect(await screen.findByText(/non sappiamo se la modifica al carrello è stata registrata/)).toBeVisible();
  expect(currentAlerts()).toEqual([]);
  network.use(...saleHandlers(server));
  await waitFor(() => expect(quantityField()).toHaveFocus());
  await user.keyboard('{Enter}');
  expect(await cartTable().findByRole('cell', { name: /^7,50/ })).toBeVisible();
});

test('rules §2 a deletion whose answer is lost: the line that is gone was taken out', async () => {
  const server = newSaleServer({ items: [line] });
  const user = await renderProducts(server, [
    loseAfter(deleteCartProduct, () => {
      server.items = [];
    }),
  ]);
  await user.click(button(`Elimina ${bread.name}`));
  await waitFor(() => expect(cartTable().queryByText(bread.name)).not.toBeInTheDocument());
  expect(currentAlerts()).toEqual([]);
});

test('rules §2 a cart that was bought meanwhile takes no more lines: the sale is complete', async () => {
  const server = newSaleServer({ items: [line] });
  const user = await renderProducts(server, [refuse(deleteCartProduct, 'TRANSACTION_ALREADY_EXECUTED')]);
  server.purchaseId = 99;
  await user.click(button(`Elimina ${bread.name}`));
  expect(await screen.findByText("L'acquisto è stato effettuato con successo.")).toBeVisible();
});
