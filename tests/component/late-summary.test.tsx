import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { scanHere } from './scanner.ts';
import { button, heading, quantityField, renderProducts } from './pages/patient-search/sell.tsx';
import { bread, openShop, pasta } from './pages/patient-search/shop.ts';

const cut = new Set<string>();

vi.mock(import('#src/providers/loading/retry.ts'), async (importOriginal) => {
  const original = await importOriginal();
  return {
    ...original,
    retry: (load) =>
      cut.has(load.name) ? Promise.reject(new original.LoadError(new Error('no chunk'))) : original.retry(load),
  };
});

afterEach(() => cut.clear());

async function renderLateSummary() {
  cut.add('loadSummary');
  const items = [{ product: bread, quantity: 2, pricePerUnit: 2.5, totalPrice: 5 }];
  const user = await renderProducts(openShop({ products: [bread, pasta], items }));
  await user.click(button('Avanti'));
  await heading('Riepilogo');
  expect(await screen.findByRole('button', { name: 'Riprova' })).toBeVisible();
  return user;
}

test("§8 chunk load: where step 3 does not come, 'Indietro' leads back to the products", async () => {
  const user = await renderLateSummary();
  expect(button('Conferma')).toBeDisabled();
  await user.click(button('Indietro'));
  await heading('Scarico Prodotti');
});

test('§8 chunk load: where step 3 does not come, a product scanned there leads back to step 2 and is open there', async () => {
  await renderLateSummary();
  scanHere(pasta.ean1);
  await heading('Scarico Prodotti');
  await waitFor(() => expect(quantityField()).toHaveValue(1));
  expect(screen.getByText(pasta.name, { selector: 'form p' })).toBeVisible();
});
