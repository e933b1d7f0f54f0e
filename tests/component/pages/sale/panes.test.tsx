import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { scanHere } from '../../scanner.ts';
import {
  button,
  eanField,
  heading,
  priceField,
  quantityField,
  renderProducts,
  renderSearchWithStores,
} from './render-sale.tsx';
import { bread, newSaleServer, pasta, patient } from './sale-server.ts';

const rice = { ...bread, productId: 53, name: 'Riso soffiato', ean1: '8001234567903' };
const items = [
  { product: bread, quantity: 2, pricePerUnit: 2.5, totalPrice: 5 },
  { product: pasta, quantity: 1, pricePerUnit: 1.2, totalPrice: 1.2 },
];
const nameField = () => screen.getByLabelText('Nome prodotto');
const cart = () => screen.getByRole('region', { name: 'Prodotti inseriti' });

/** Presses keys one by one and counts them. */
function counted(user: UserEvent) {
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await user.keyboard(`{${key}}`);
  };
  return { press, count: () => keys };
}

/** 'Sì' in the open question, by the keyboard. */
async function sayYes(press: (key: string) => Promise<void>): Promise<void> {
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => expect(dialog).toBeVisible());
  const yes = within(dialog).getByRole('button', { name: /^Sì/ });
  await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
  while (document.activeElement !== yes) await press('Tab');
  // A key in the first half second belongs to the one before.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 501);
  await press('Enter');
  clock.mockRestore();
}

test.each([
  ['scanned', 9],
  ['typed', 14],
] as const)('design §5 keys: a sale of three %s products without a PIN takes at most %i', async (way, most) => {
  const server = newSaleServer({ products: [bread, pasta, rice], otpRequired: false });
  const user = await renderSearchWithStores(server);
  const { press, count } = counted(user);
  const give = async (code: string) => {
    if (way === 'scanned') await scanHere(code);
    else {
      await user.paste(code);
      await press('Enter');
    }
  };
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Codice fiscale' })).toHaveFocus());
  await give(patient.fiscalCode);
  await heading('Anagrafica');
  await waitFor(() => expect(button('Avanti')).toHaveFocus());
  await press('Enter');
  await sayYes(press);
  await heading('Scarico Prodotti');
  for (const { ean1, name } of [bread, pasta, rice]) {
    await waitFor(() => expect(eanField().value).toBe(''));
    await give(ean1);
    await waitFor(() => expect(quantityField()).toHaveFocus());
    await within(screen.getByRole('region', { name: 'Ricerca prodotti' })).findByText(name);
    if (way === 'typed') {
      await press('Enter');
      await waitFor(() => expect(eanField()).toHaveFocus());
    }
  }
  if (way === 'scanned') await press('Enter');
  await waitFor(() => expect(cart()).toHaveTextContent('3 pezzi'));
  await waitFor(() => expect(eanField()).toHaveFocus());
  await press('Enter');
  await heading('Riepilogo');
  await waitFor(() => expect(button('Conferma')).toHaveFocus());
  await press('Enter');
  await sayYes(press);
  await screen.findByText("L'acquisto è stato effettuato con successo.");
  expect(count()).toBeLessThanOrEqual(most);
});

test('§2 EAN or product id: the first field says what to do, and what Enter does when it is empty', async () => {
  await renderProducts(newSaleServer());
  const [first] = within(screen.getByRole('search')).getAllByRole('textbox');
  expect(first).toBe(eanField());
  expect(eanField()).toHaveAttribute('placeholder', 'Leggi il codice o scrivilo');
  expect(eanField()).toHaveAccessibleDescription(/^Invio a campo vuoto: aggiunge il prodotto scelto, poi «Avanti»/);
});

test('design §5 keyboard: ↓ leads from the search into the products found, Enter chooses, ↑ leads back', async () => {
  const user = await renderProducts(newSaleServer({ products: [bread, pasta, rice] }));
  await user.type(nameField(), 's{Enter}');
  const found = within(await screen.findByRole('table', { name: 'Prodotti trovati' })).getAllByRole('button');
  await user.keyboard('{ArrowDown}');
  expect(found[0]).toHaveFocus();
  await user.keyboard('{ArrowUp}');
  expect(eanField()).toHaveFocus();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(found[1]).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(quantityField()).toHaveFocus();
  expect(priceField()).toHaveValue('1,20');
});

test("§5 an error leads to its field: a line of the cart that is wrong, by 'Avanti' and by its message", async () => {
  const user = await renderProducts(newSaleServer({ items }));
  const quantity = within(cart()).getByRole('textbox', { name: `Quantità di ${bread.name}` });
  await user.clear(quantity);
  await user.click(eanField());
  await user.click(button('Avanti'));
  await waitFor(() => expect(quantity).toHaveFocus());
  expect(quantity).toBeInvalid();
  await user.click(eanField());
  await user.click(screen.getByRole('button', { name: bread.name }));
  await waitFor(() => expect(quantity).toHaveFocus());
});

test('§5 an error leads to its field: what is no code of a product, to the field of the code', async () => {
  const user = await renderProducts(newSaleServer());
  await user.click(eanField());
  await user.paste('8001234567890');
  await user.click(button('Cerca'));
  expect(await screen.findByText(/non è il codice di un prodotto/)).toBeVisible();
  expect(eanField()).toHaveFocus();
});

test("§2 'Avanti' of step 2: its word is its name, and the cart's total is drawn behind it", async () => {
  await renderProducts(newSaleServer({ items }));
  const forward = button('Avanti');
  expect(forward).toHaveTextContent(/^Avanti$/);
  expect(forward.dataset.total).toMatch(/^6,20\s€$/);
  expect(screen.getByRole('img', { name: /già speso: 6,20\s€/ })).toBeVisible();
});

test('design §5 on a phone the cart is a bar that opens, and closes when the search gets the focus', async () => {
  const user = await renderProducts(newSaleServer({ items }));
  const bar = screen.getByRole('button', { name: /^Carrello: 3 pezzi ?Residuo 103,80\s€$/ });
  expect(bar).toHaveAttribute('aria-expanded', 'false');
  await user.click(bar);
  expect(bar).toHaveAttribute('aria-expanded', 'true');
  await user.click(eanField());
  expect(bar).toHaveAttribute('aria-expanded', 'false');
});

test('§2 a product is two lines where there are no columns: name, then manufacturer, EAN and category', async () => {
  const user = await renderProducts(newSaleServer({ items }));
  const facts = `Forno Alto · ${bread.ean1} · Pane`;
  expect(within(cart()).getByText(facts)).toBeVisible();
  await user.type(nameField(), 'a{Enter}');
  const found = await screen.findByRole('table', { name: 'Prodotti trovati' });
  expect(within(found).getByText(facts)).toBeVisible();
});

test('§2 the columns of a cart keep their side from step 2 to 3: numbers at the right, as their heads', async () => {
  const user = await renderProducts(newSaleServer({ items }));
  const sides = () =>
    Array.from(cart().querySelectorAll<HTMLElement>('thead th'), (head) => [head.textContent, head.style.textAlign]);
  const numbers = ['Quantità', 'Prezzo unitario', 'Prezzo × quantità'].map((title) => [title, 'end']);
  expect(sides().slice(3, 6)).toEqual(numbers);
  await user.click(button('Avanti'));
  await heading('Riepilogo');
  await waitFor(() => expect(sides().slice(3)).toEqual(numbers));
});
