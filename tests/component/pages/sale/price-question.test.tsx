import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { scanHere } from '../../scanner.ts';
import { button, priceField, quantityField, renderProducts, scan } from './render-sale.tsx';
import { type SaleServer, bread, newSaleServer, pasta } from './sale-server.ts';

const QUESTION = 'Il punto può indicare decimali o migliaia: 1,234 € o 1.234,00 €?';
const answerButton = (name: RegExp) => screen.getByRole('button', { name });
const decimals = () => answerButton(/^1,234\s€$/);
const puts = ({ calls }: SaleServer) => calls.filter((call) => call.startsWith('put'));

/** Scans the product, by default the bread at 2.50 euro, and types its price. */
async function typePrice(user: UserEvent, typed: string, product = bread): Promise<void> {
  await scan(user, product.ean1);
  await waitFor(() => expect(quantityField()).toHaveFocus());
  await user.clear(priceField());
  await user.type(priceField(), typed);
}

test("§5 '1.234' is asked about; until it is answered nothing can be added", async () => {
  const server = newSaleServer({ initialAmount: 5000 });
  const user = await renderProducts(server);
  await typePrice(user, '1.234');
  expect(screen.getByText(QUESTION)).toBeVisible();
  expect(priceField()).toBeInvalid();
  expect(button('Aggiungi')).toBeDisabled();
  await user.click(answerButton(/^1\.234,00\s€$/));
  expect(priceField()).toHaveValue('1234,00');
  expect(priceField()).toBeValid();
  expect(screen.queryByText(QUESTION)).not.toBeInTheDocument();
  expect(puts(server)).toEqual([]);
});

test('§5 the question about a price is answered by keyboard, and Enter then adds', async () => {
  const server = newSaleServer();
  const user = await renderProducts(server);
  await typePrice(user, '1.234');
  await user.tab();
  expect(decimals()).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(priceField()).toHaveFocus();
  expect(priceField()).toHaveValue('1,2340');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(puts(server)).toEqual(['put 51 1 1.234']));
});

test('§5 Enter leads to the question about a price; pressed twice it does not answer it too', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => clock.mockRestore());
  const user = await renderProducts(newSaleServer());
  await typePrice(user, '1.234{Enter}{Enter}');
  expect(decimals()).toHaveFocus();
  expect(priceField()).toHaveValue('1.234');
  clock.mockReturnValue(performance.now() + 501);
  await user.keyboard('{Enter}');
  expect(priceField()).toHaveValue('1,2340');

  await user.clear(priceField());
  await user.type(priceField(), '1.234');
  expect(screen.getByText(QUESTION)).toBeVisible();
  expect(priceField()).toHaveFocus();
});

test("§5 '1.234' is not asked about where the reference price makes it plain", async () => {
  const server = newSaleServer();
  const user = await renderProducts(server);
  await typePrice(user, '1.234{Enter}', pasta);
  await waitFor(() => expect(puts(server)).toEqual(['put 52 1 1.234']));
  expect(screen.queryByText(QUESTION)).not.toBeInTheDocument();
});

test('§5 a price whose separators contradict each other is refused in words', async () => {
  const server = newSaleServer({ initialAmount: 5000 });
  const user = await renderProducts(server);
  await typePrice(user, '1.2,3{Enter}');
  expect(screen.getByText(/^«1\.2,3»: Il prezzo unitario non è chiaro/)).toBeVisible();
  expect(priceField()).toBeInvalid();
  expect(button('Aggiungi')).toBeDisabled();
  expect(puts(server)).toEqual([]);
});

test('§5 the next product scanned while the one at hand has no plain price: it is left, which is said', async () => {
  const server = newSaleServer();
  const user = await renderProducts(server);
  await typePrice(user, '1.234');
  await scanHere(pasta.ean1);
  await waitFor(() => expect(priceField()).toHaveValue('1,20'));
  expect(screen.getByText('«1.234»: Pane casereccio: il prezzo unitario si può leggere in due modi.')).toBeVisible();
  expect(puts(server)).toEqual([]);
});
