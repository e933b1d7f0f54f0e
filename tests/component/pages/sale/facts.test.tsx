import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readCartSummary } from '#contract/calls/carts.ts';
import { answer } from '../../network.ts';
import { button, factsIn, heading, priceField, renderPatient, renderProducts, renderSummary } from './render-sale.tsx';
import { bread, newSaleServer, pasta, voucher } from './sale-server.ts';
import { scanHere } from '../../scanner.ts';

const items = [
  { product: bread, quantity: 2, pricePerUnit: 2.5, totalPrice: 5 },
  { product: pasta, quantity: 1, pricePerUnit: 8.33, totalPrice: 8.33 },
];
const dialog = async () => {
  const shown = await screen.findByRole('dialog');
  await waitFor(() => expect(shown).toBeVisible());
  return shown;
};

test('§2 PIN dialog: for whom, in which store and from which voucher the cart is opened', async () => {
  const user = await renderPatient(newSaleServer());
  await user.click(button('Avanti'));
  expect(factsIn(await dialog())).toEqual([
    ['Assistito', 'Mario Rossi'],
    ['Punto vendita', 'Bottega'],
    ['Buono', 'B-31'],
  ]);
  const pin = screen.getByLabelText("Digita qui il codice PIN dell'assistito");
  expect(pin).toHaveAccessibleDescription(/Assistito\s*Mario Rossi.*Buono\s*B-31/);
  await waitFor(() => expect(pin).toHaveFocus());
  await user.keyboard('12345{Enter}');
  await heading('Scarico Prodotti');
  expect(factsIn(document.body)).toContainEqual(['Punto vendita', 'Bottega']);
});

test('§2 step 1: what is left on the voucher, where the server tells it', async () => {
  const left = { ...voucher, residualAmount: 43.21 };
  const user = await renderPatient(newSaleServer(), [], {
    activeVouchers: [left, { ...voucher, voucherId: 32, code: 'B-32' }],
  });
  expect(screen.getByText('Residuo del buono').nextSibling).toHaveTextContent('43,21 €');
  expect(
    screen.getByRole('radio', {
      name: /^B-31 – residuo 43,21\s€, importo iniziale 110,00\s€ – scadenza 30\/11\/2099$/,
    }),
  ).toBeChecked();
  await user.click(screen.getByRole('radio', { name: /^B-32 – 110,00\s€ – scadenza 30\/11\/2099$/ }));
  expect(screen.queryByText('Residuo del buono')).not.toBeInTheDocument();
});

test('§2 step 2: patient, store and voucher of a cart that was opened before, its total and its pieces', async () => {
  const server = newSaleServer({ items });
  const user = await renderSummary(server, [
    answer(readCartSummary, {
      cart: {
        ...{ cartId: 81, items, residualAmount: 96.67, voucherInitialAmount: 110, itemsAmount: 13.33 },
        store: { storeId: 41, name: 'Bottega' },
        voucher: { voucherId: 31, code: 'B-31' },
      },
    }),
  ]);
  const all = [
    ['Assistito', 'Mario Rossi'],
    ['Punto vendita', 'Bottega'],
    ['Buono', 'B-31'],
  ];
  const head = screen.getByRole('region', { name: 'Assistito' });
  expect(factsIn(head)).toEqual([
    ['Nome', 'Mario'],
    ['Cognome', 'Rossi'],
    ['Codice fiscale', 'RSSMRA80A01H501U'],
    ...all.slice(1),
  ]);
  const cart = screen.getByRole('region', { name: 'Prodotti inseriti' });
  expect(cart).toHaveTextContent('3 pezzi · Totale 13,33 €');
  expect(screen.getByRole('region', { name: 'Budget a disposizione' })).toHaveTextContent('importo iniziale del buono');
  await user.click(button('Dettaglio buono'));
  expect(factsIn(await dialog())).toEqual(all);
  await user.click(button('Chiudi la finestra'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(button('Conferma'));
  expect(factsIn(await dialog())).toEqual([...all, ['Totale', '13,33 €']]);
});

test("§2 step 2: 'Avanti' and an unusual price are asked about with the patient and what the line costs", async () => {
  const user = await renderProducts(newSaleServer());
  await scanHere(bread.ean1);
  await waitFor(() => expect(priceField()).toHaveValue('2,50'));
  await user.clear(priceField());
  await user.type(priceField(), '9{Enter}');
  expect(factsIn(await dialog())).toEqual([
    ['Assistito', 'Mario Rossi'],
    ['Totale della riga', '9,00 €'],
  ]);
  expect(button('No')).toHaveAccessibleDescription(/Assistito\s*Mario Rossi.*Totale della riga\s*9,00/);
});
