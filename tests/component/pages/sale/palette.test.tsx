import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { listMyBusinesses } from '#contract/calls/businesses.ts';
import { answer } from '../../network.ts';
import { eanField, heading, quantityField, renderProducts, renderSummary, scan } from './render-sale.tsx';
import { type SaleServer, bread, newSaleServer, pasta } from './sale-server.ts';

const puts = ({ calls }: SaleServer) => calls.filter((call) => call.startsWith('put'));
const line = { product: bread, quantity: 2, pricePerUnit: 2.5, totalPrice: 5 };

const business = answer(listMyBusinesses, { businesses: [] });

async function findByPalette(user: UserEvent, ean: string): Promise<void> {
  await user.keyboard('{Control>}k{/Control}');
  // The field changes in one step, because keys at scanner speed would be a scan.
  const field = await screen.findByRole('combobox', { name: 'Comando o pagina' });
  fireEvent.change(field, { target: { value: ean } });
  await screen.findByRole('option', { name: new RegExp(`^Cerca il prodotto con EAN ${ean}`) });
  await user.keyboard('{Enter}');
}

test('§5 palette: on step 2 an EAN is looked for as if it were typed there: no line is added, none grows', async () => {
  const server = newSaleServer({ items: [line] });
  const user = await renderProducts(server, [business]);
  await scan(user, pasta.ean1);
  await waitFor(() => expect(screen.getByText(pasta.name, { selector: 'form p' })).toBeVisible());
  await findByPalette(user, bread.ean1);
  await waitFor(() => expect(screen.getByText(bread.name, { selector: 'form p' })).toBeVisible());
  expect(eanField()).toHaveValue(bread.ean1);
  expect(quantityField()).toHaveValue('2');
  await waitFor(() => expect(quantityField()).toHaveFocus());
  expect(screen.getByText(/^Prodotto già presente nel carrello/)).toBeVisible();
  expect(puts(server)).toEqual([]);
});

test('§2 palette: on step 3 an EAN leads back to step 2 and is looked for there', async () => {
  const server = newSaleServer({ items: [line] });
  const user = await renderSummary(server, [business]);
  await findByPalette(user, pasta.ean1);
  await heading('Scarico Prodotti');
  await waitFor(() => expect(screen.getByText(pasta.name, { selector: 'form p' })).toBeVisible());
  expect(quantityField()).toHaveValue('1');
  expect(puts(server)).toEqual([]);
});
