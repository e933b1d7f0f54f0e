import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { HttpHandler } from 'msw';
import { expect, test } from 'vitest';
import { readCartSummary, putCartProduct } from '#contract/calls/carts.ts';
import { searchProducts } from '#contract/calls/products.ts';
import { answer, lose, network } from '../../network.ts';
import { hastenQuestions } from '../../patience.ts';
import { button, eanField, priceField, quantityField, renderProducts } from './sell.tsx';
import { type Shop, bread, openShop, pasta, putLine, residualOf, shopHandlers } from './shop.ts';

const rice = { ...bread, productId: 53, name: 'Riso integrale', ean1: '4006381333931', refPrice: 3 };
const products = [bread, pasta, rice];
const puts = ({ asked }: Shop) => asked.filter((call) => call.startsWith('put'));

/** What a scanner does, wherever the focus is. */
const scan = (user: UserEvent, ean: string) => user.keyboard(`${ean}{Enter}`);

/** Answers that wait until the test lets them go, one by one. */
function hold() {
  const held: (() => void)[] = [];
  return {
    wait: () => new Promise<void>((resolve) => held.push(resolve)),
    isWaiting: () => expect(held).not.toHaveLength(0),
    letGo: () => held.shift()?.(),
  };
}

function heldPut(shop: Shop, gate: ReturnType<typeof hold>): HttpHandler {
  return answer(putCartProduct, async ({ body }) => {
    await gate.wait();
    putLine(shop, body);
    const { initialAmount, items } = shop;
    return { cart: { cartId: 81, items, residualAmount: residualOf(shop), voucherInitialAmount: initialAmount } };
  });
}

test('§5 what is scanned while a product is still being added waits for its turn, in order', async () => {
  const gate = hold();
  const shop = openShop({ products });
  const user = await renderProducts(shop, [heldPut(shop, gate)]);
  await scan(user, bread.ean1);
  await waitFor(() => expect(quantityField()).toHaveFocus());
  await user.keyboard('2{Enter}');
  await waitFor(gate.isWaiting);
  expect(eanField()).toHaveFocus();
  await scan(user, pasta.ean1);
  await scan(user, rice.ean1);
  expect(screen.getByText('Prodotti letti in attesa: 2')).toBeVisible();
  expect(button('Avanti')).toBeDisabled();
  gate.letGo();
  await waitFor(gate.isWaiting);
  gate.letGo();
  await waitFor(() => expect(priceField()).toHaveValue('3,00'));
  expect(puts(shop)).toEqual(['put 51 2 2.5', 'put 52 1 1.2']);
  await waitFor(() => expect(quantityField()).toHaveFocus());
  expect(button('Avanti')).toBeEnabled();
});

test('§5 what is scanned while the product before it is still looked for waits too, and the focus stays with the scanner', async () => {
  const gate = hold();
  const shop = openShop({ products });
  const user = await renderProducts(shop, [
    answer(searchProducts, async ({ query }) => {
      await gate.wait();
      const found = products.filter(({ ean1 }) => ean1 === query.ean);
      return { products: found, pagination: { totalCount: found.length } };
    }),
  ]);
  await scan(user, bread.ean1);
  await scan(user, pasta.ean1);
  await user.keyboard(rice.ean1.slice(0, 5));
  await waitFor(gate.isWaiting);
  gate.letGo();
  await waitFor(() => expect(puts(shop)).toEqual(['put 51 1 2.5']));
  await waitFor(gate.isWaiting);
  gate.letGo();
  await waitFor(() => expect(priceField()).toHaveValue('1,20'));
  expect(eanField()).toHaveFocus();
  await user.keyboard(`${rice.ean1.slice(5)}{Enter}`);
  await waitFor(() => expect(puts(shop)).toEqual(['put 51 1 2.5', 'put 52 1 1.2']));
  await waitFor(gate.isWaiting);
  gate.letGo();
  await waitFor(() => expect(priceField()).toHaveValue('3,00'));
});

test('§5 each scan is checked against the budget and the lines that the one before has left; what is refused is told', async () => {
  const gate = hold();
  const shop = openShop({ products, initialAmount: 4 });
  const user = await renderProducts(shop, [heldPut(shop, gate)]);
  await scan(user, bread.ean1);
  await waitFor(() => expect(quantityField()).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(gate.isWaiting);
  for (const ean of [rice.ean1, bread.ean1, '12345670', pasta.ean1]) await scan(user, ean);
  gate.letGo();
  await waitFor(() => expect(priceField()).toHaveValue('1,20'));
  expect(screen.getByText('Prodotti letti ma non aggiunti')).toBeVisible();
  const notes = within(screen.getByRole('region', { name: 'Ricerca prodotti' }));
  expect(notes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Riso integrale: supera il budget residuo a disposizione.',
    'Pane casereccio: già presente nel carrello, quantità 1 non modificata. Verificare la quantità totale.',
    '12345670: nessun prodotto trovato.',
  ]);
  expect(puts(shop)).toEqual(['put 51 1 2.5']);
  await user.keyboard('{Enter}');
  await waitFor(gate.isWaiting);
  gate.letGo();
  await waitFor(() => expect(puts(shop)).toHaveLength(2));
});

test('decisions §2 while nobody answers what is scanned is kept, and goes on with Riprova', async () => {
  hastenQuestions();
  const gate = hold();
  const shop = openShop({ products });
  const user = await renderProducts(shop, [heldPut(shop, gate)]);
  await scan(user, bread.ean1);
  await waitFor(() => expect(quantityField()).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(gate.isWaiting);
  await scan(user, pasta.ean1);
  await scan(user, rice.ean1);
  network.use(lose(putCartProduct), lose(readCartSummary));
  gate.letGo();
  expect(await screen.findByText(/i prodotti già letti restano in attesa/)).toBeVisible();
  network.use(...shopHandlers(shop));
  await user.click(button('Riprova'));
  await waitFor(() => expect(priceField()).toHaveValue('3,00'));
  expect(puts(shop)).toEqual(['put 51 1 2.5', 'put 52 1 1.2']);
  expect(screen.queryByText(/restano in attesa/)).not.toBeInTheDocument();
});
