import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { deleteCartProduct, putCartProduct } from '#contract/calls/carts.ts';
import { readFeatures } from '#contract/calls/features.ts';
import { listCategories, listManufacturers, searchProducts } from '#contract/calls/products.ts';
import { currentAlerts } from '#src/providers/notifications/alert-store.ts';
import { answer, answerRaw, network, refuse } from '../../network.ts';
import { button, eanField, heading, priceField, quantityField, renderProducts, scan } from './render-sale.tsx';
import { bread, newSaleServer, pasta, saleHandlers } from './sale-server.ts';

const isEnabled = (name: string) => !button(name).hasAttribute('disabled');
const cartTable = () => screen.getByRole('region', { name: 'Prodotti inseriti' });

test('§2 scan, Enter: ten products are ten scans; a single hit is chosen with its reference price', async () => {
  const server = newSaleServer();
  const user = await renderProducts(server);
  expect(button('Aggiungi')).toBeDisabled();
  await scan(user, bread.ean1);
  await waitFor(() => expect(quantityField()).toHaveFocus());
  expect(button('Aggiungi')).toBeEnabled();
  expect(quantityField()).toHaveAttribute('type', 'text');
  expect(quantityField()).toHaveAttribute('aria-valuemin', '1');
  expect(quantityField()).toBeRequired();
  expect(priceField()).toBeRequired();
  expect(priceField()).toHaveValue('2,50');
  await user.keyboard('3{Enter}');
  await waitFor(() => expect(eanField()).toHaveFocus());
  expect(eanField()).toHaveValue('');
  expect(server.calls.at(-1)).toBe('put 51 3 2.5');
  expect(within(cartTable()).getByRole('cell', { name: /^7,50/ })).toBeVisible();
  expect(within(screen.getByRole('region', { name: 'Budget residuo' })).getByText('102,50 €')).toBeVisible();
  expect(button('Avanti')).toBeEnabled();
});

test.each([
  ['2,5', '2,5', false],
  ['2.5', '2.5', false],
  [' 2 ', ' 2 ', true],
  ['2{ArrowUp}', '3', true],
  ['2{ArrowDown}{ArrowDown}', '1', true],
])('§5 quantity: %j is shown as %j, and can be added: %s', async (keys, shown, isValid) => {
  const user = await renderProducts(newSaleServer());
  await scan(user, bread.ean1);
  await waitFor(() => expect(quantityField()).toHaveFocus());
  await user.keyboard(keys);
  expect(quantityField()).toHaveValue(shown);
  await waitFor(() => expect(isEnabled('Aggiungi')).toBe(isValid));
});

test('§5 EAN search: nothing found is tried once more with a leading 0', async () => {
  const server = newSaleServer();
  const user = await renderProducts(server);
  await scan(user, bread.ean1.slice(1));
  await waitFor(() => expect(quantityField()).toHaveFocus());
  expect(server.searches.map(({ ean }) => ean)).toEqual([bread.ean1.slice(1), bread.ean1]);
  await user.clear(eanField());
  await scan(user, '123');
  expect(await screen.findByText('La ricerca non ha prodotto nessun risultato!')).toBeVisible();
  expect(server.searches.slice(2).map(({ ean }) => ean)).toEqual(['123', '0123']);
});

test('§5 product name: two letters that find nothing are told what a name needs', async () => {
  const server = newSaleServer();
  const user = await renderProducts(server);
  await user.type(screen.getByLabelText('Nome prodotto'), 'zz{Enter}');
  expect(await screen.findByText('Almeno 3 caratteri')).toBeVisible();
  await user.type(screen.getByLabelText('Nome prodotto'), 'z{Enter}');
  expect(await screen.findByText('La ricerca non ha prodotto nessun risultato!')).toBeVisible();
});

test('§8 Enter after a search that failed searches again', async () => {
  const server = newSaleServer();
  const user = await renderProducts(server);
  network.use(answerRaw(searchProducts, {}, 502));
  await scan(user, bread.ean1);
  expect(await screen.findByRole('button', { name: 'Riprova' })).toBeVisible();
  network.use(...saleHandlers(server));
  await user.type(eanField(), '{Enter}');
  await waitFor(() => expect(quantityField()).toHaveFocus());
  expect(server.searches).toHaveLength(1);
});

test('§5 EAN search with another filter is not retried; zero results show the warning', async () => {
  const server = newSaleServer();
  const user = await renderProducts(server);
  await user.type(screen.getByLabelText('Nome prodotto'), 'zzz');
  await user.clear(eanField());
  await scan(user, '123');
  expect(await screen.findByText('La ricerca non ha prodotto nessun risultato!')).toBeVisible();
  expect(server.searches).toHaveLength(1);
});

test('§9 EAN debounce: a pause of 1000 ms searches, 999 ms do not; the focus stays', async () => {
  const server = newSaleServer();
  await renderProducts(server);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    fireEvent.change(eanField(), { target: { value: bread.ean1 } });
    act(() => {
      vi.advanceTimersByTime(999);
    });
    expect(screen.queryByRole('table', { name: 'Prodotti trovati' })).not.toBeInTheDocument();
    act(() => {
      vi.advanceTimersByTime(1);
    });
  } finally {
    vi.useRealTimers();
  }
  await waitFor(() => expect(server.searches).toHaveLength(1));
  await waitFor(() => expect(priceField()).toHaveValue('2,50'));
  expect(eanField()).toHaveFocus();
});

test("§5 'Cerca' is enabled only when a category, a manufacturer or a product text is present", async () => {
  const user = await renderProducts(newSaleServer());
  expect(button('Cerca')).toBeDisabled();
  expect(screen.getByLabelText('Nome prodotto')).toHaveAttribute('placeholder', 'Almeno 3 caratteri');
  await user.type(screen.getByLabelText('Nome prodotto'), 'pa');
  expect(button('Cerca')).toBeEnabled();
});

test('§2 several hits: one is chosen from the table', async () => {
  const user = await renderProducts(newSaleServer());
  await user.type(screen.getByLabelText('Nome prodotto'), 'pa{Enter}');
  await user.click(await screen.findByRole('button', { name: pasta.name }));
  expect(quantityField()).toHaveFocus();
  expect(priceField()).toHaveValue('1,20');
});

test('§2 a product found by its name does not narrow the next scan', async () => {
  const server = newSaleServer();
  const user = await renderProducts(server);
  await user.type(screen.getByLabelText('Nome prodotto'), 'pa{Enter}');
  await user.click(await screen.findByRole('button', { name: pasta.name }));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(eanField()).toHaveFocus());
  await scan(user, bread.ean1);
  await waitFor(() => expect(quantityField()).toHaveFocus());
  expect(server.searches.at(-1)).toMatchObject({ ean: bread.ean1 });
  expect(server.searches.at(-1)).not.toHaveProperty('name', 'pa');
});

test("§5 budget check: over the residual 'Aggiungi' is blocked and the largest quantity is said", async () => {
  const user = await renderProducts(newSaleServer({ initialAmount: 10 }));
  await scan(user, bread.ean1);
  await waitFor(() => expect(quantityField()).toHaveFocus());
  await user.keyboard('5');
  expect(await screen.findByText('Il valore inserito supera il budget residuo a disposizione.')).toBeVisible();
  expect(screen.getByText('Quantità massima acquistabile a questo prezzo: 4.')).toBeVisible();
  expect(button('Aggiungi')).toBeDisabled();
});

test('§5 a product already in the cart warns and pre-fills quantity and price', async () => {
  const items = [{ product: bread, quantity: 4, pricePerUnit: 2.1, totalPrice: 8.4 }];
  const user = await renderProducts(newSaleServer({ items }));
  await scan(user, bread.ean1);
  expect(
    await screen.findByText('Prodotto già presente nel carrello. Verificare/modificare la quantità totale inserita.'),
  ).toBeVisible();
  expect(quantityField()).toHaveValue('4');
  expect(priceField()).toHaveValue('2,10');
});

test('rules §5 a price above twice the reference asks once more, and a bare Enter means no', async () => {
  const server = newSaleServer();
  const user = await renderProducts(server);
  await scan(user, bread.ean1);
  await waitFor(() => expect(quantityField()).toHaveFocus());
  await user.clear(priceField());
  await user.type(priceField(), '5,01{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Controlla il prezzo' });
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'No' })).toHaveFocus());
  expect(server.calls).not.toContain('put 51 1 5.01');
  await user.click(within(dialog).getByRole('button', { name: 'Sì' }));
  await waitFor(() => expect(server.calls).toContain('put 51 1 5.01'));
});

test('§8 412 on a line: the alert for 10 s, and what was typed stays', async () => {
  const user = await renderProducts(newSaleServer(), [refuse(putCartProduct, 'VOUCHER_AMOUNT_NOT_SUFFICIENT')]);
  await scan(user, bread.ean1);
  await waitFor(() => expect(quantityField()).toHaveFocus());
  await user.keyboard('2{Enter}');
  await waitFor(() =>
    expect(currentAlerts()).toMatchObject([
      { title: 'Attenzione!', text: 'Non hai sufficiente disponibilità nel voucher', duration: 10_000 },
    ]),
  );
  expect(quantityField()).toHaveValue('2');
});

test('rules §2 a line refused by the server is told in place', async () => {
  const user = await renderProducts(newSaleServer(), [refuse(putCartProduct, 'PRODUCT_NOT_ALLOWED')]);
  await scan(user, bread.ean1);
  await waitFor(() => expect(quantityField()).toHaveFocus());
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Prodotto non erogabile per questo tipo di pratica')).toBeVisible();
});

test('§2 delete per row', async () => {
  const server = newSaleServer();
  const user = await renderProducts(server);
  await scan(user, bread.ean1);
  await waitFor(() => expect(quantityField()).toHaveFocus());
  await user.keyboard('{Enter}');
  const remove = await screen.findByRole('button', { name: `Elimina ${bread.name}` });
  for (const detail of [`EAN: ${bread.ean1}`, bread.manufacturer.name]) {
    await user.hover(within(cartTable()).getByRole('button', { name: new RegExp(detail) }));
    expect(await screen.findByText(detail)).toBeVisible();
  }
  await user.click(remove);
  await waitFor(() => expect(server.calls.at(-1)).toBe('delete 51'));
  expect(await within(cartTable()).findByText('Nessun elemento da visualizzare')).toBeVisible();
  expect(button('Avanti')).toBeDisabled();
});

test("§2 'Prodotti inseriti': its columns, of the categories the first, 5 rows a page", async () => {
  const categories = [...bread.categories, { categoryId: 62, name: 'Dolci' }];
  const items = Array.from({ length: 6 }, (_, index) => ({
    product: { ...bread, productId: index + 1, name: `Pagnotta ${index}`, categories },
    ...{ quantity: 1, pricePerUnit: 2.5, totalPrice: 2.5 },
  }));
  await renderProducts(newSaleServer({ items }));
  const table = within(cartTable());
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['Categoria', 'Prodotto', 'Produttore', 'Quantità', 'Prezzo unitario', 'Prezzo × quantità', 'Elimina'],
  ]);
  expect(table.getAllByRole('row').slice(1)).toHaveLength(5);
  expect(table.getAllByText('Pane')).toHaveLength(5);
  expect(table.queryByText('Dolci')).toBeNull();
});

test('§2 Dettaglio buono lists the vouchers with code, year, month, amount and expiry', async () => {
  const user = await renderProducts(newSaleServer());
  await user.click(button('Dettaglio buono'));
  const table = within(await screen.findByRole('dialog')).getByRole('table');
  const textsOf = (role: string) =>
    within(table)
      .getAllByRole(role)
      .map(({ textContent }) => textContent.replace(/\s/g, ' '));
  expect(textsOf('columnheader')).toEqual(['Codice', 'Anno', 'Mese', 'Importo', 'Scadenza']);
  expect(textsOf('cell')).toEqual(['B-31', '2026', '11', '110,00 €', '30/11/2099']);
});

test('§2 a page of products is turned: its rows and the focus stay until the next ones are there', async () => {
  const products = Array.from({ length: 7 }, (_, index) => ({ ...bread, productId: index + 1, name: `Pane ${index}` }));
  const held: (() => void)[] = [];
  const user = await renderProducts(newSaleServer(), [
    answer(searchProducts, async ({ query: { page = 0, size = 5 } }) => {
      if (page > 0) await new Promise<void>((resolve) => held.push(resolve));
      return { products: products.slice(page * size, (page + 1) * size), pagination: { totalCount: 7 } };
    }),
  ]);
  await user.type(screen.getByLabelText('Nome prodotto'), 'pane{Enter}');
  const second = await screen.findByRole('button', { name: 'Pagina 2' });
  await user.click(second);
  expect(screen.getByRole('button', { name: 'Pane 4' })).toBeVisible();
  expect(second).toHaveFocus();
  await waitFor(() => expect(held).toHaveLength(1));
  held.pop()?.();
  expect(await screen.findByRole('button', { name: 'Pane 6' })).toBeVisible();
  expect(second).toHaveFocus();
  const table = screen.getByRole('table', { name: 'Prodotti trovati' });
  const titles = within(table).getAllByRole('columnheader');
  expect(titles.map((title) => title.textContent).slice(0, 3)).toEqual(['Prodotto', 'Categoria', 'Produttore']);
  await user.click(screen.getByRole('combobox', { name: 'Elementi per pagina' }));
  const sizes = screen.getAllByText(/^\d+\/pagina$/, { selector: '.ant-select-item-option-content' });
  expect(sizes.map((size) => size.textContent)).toEqual(['5/pagina', '10/pagina', '20/pagina']);
  await user.click(screen.getByTitle('20/pagina'));
  expect(await screen.findByRole('button', { name: 'Pane 0' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Pane 6' })).toBeVisible();
});

test("§4 'Avanti' waits for the line that is being added", async () => {
  const server = newSaleServer({ items: [{ product: pasta, quantity: 1, pricePerUnit: 1.2, totalPrice: 1.2 }] });
  const held: (() => void)[] = [];
  const user = await renderProducts(server, [
    answer(putCartProduct, async () => {
      await new Promise<void>((resolve) => held.push(resolve));
      return { cart: { cartId: 81, items: server.items, residualAmount: 108.8, voucherInitialAmount: 110 } };
    }),
  ]);
  await scan(user, bread.ean1);
  await waitFor(() => expect(quantityField()).toHaveFocus());
  expect(button('Avanti')).toBeEnabled();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(held).toHaveLength(1));
  await user.click(button('Avanti'));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Scarico Prodotti');
  held.pop()?.();
  await heading('Riepilogo');
});

test('rules §2 the refusal of a line is forgotten with the next product; the next scan replaces the last', async () => {
  const user = await renderProducts(newSaleServer(), [refuse(putCartProduct, 'PRODUCT_NOT_ALLOWED')]);
  await scan(user, bread.ean1);
  await waitFor(() => expect(quantityField()).toHaveFocus());
  await user.keyboard('{Enter}');
  await screen.findByText('Prodotto non erogabile per questo tipo di pratica');
  await user.clear(eanField());
  await scan(user, '123');
  expect(await screen.findByText('La ricerca non ha prodotto nessun risultato!')).toBeVisible();
  expect(screen.queryByText('Prodotto non erogabile per questo tipo di pratica')).not.toBeInTheDocument();
  await user.keyboard(pasta.ean1);
  expect(eanField()).toHaveValue(pasta.ean1);
});

test('§7 the two typeaheads ask once for their whole list, and what is typed in them is not sent', async () => {
  const queries: object[] = [];
  const server = newSaleServer();
  const user = await renderProducts(server, [
    answer(listCategories, ({ query }) => {
      queries.push(query);
      return { categories: bread.categories };
    }),
    answer(listManufacturers, ({ query }) => {
      queries.push(query);
      return { manufacturers: [bread.manufacturer] };
    }),
  ]);
  await user.type(screen.getByRole('combobox', { name: 'Categoria' }), 'pan');
  await user.click(await screen.findByText('Pane', { selector: '.ant-select-item-option-content' }));
  expect(button('Cerca')).toBeEnabled();
  expect(queries).toEqual([
    { type: 'CELIAC', size: 9999, sort: 'name,asc' },
    { categoryType: 'CELIAC', size: 9999, sort: 'name,asc' },
  ]);
  await user.click(screen.getByRole('combobox', { name: 'Produttore' }));
  await user.click(await screen.findByText(bread.manufacturer.name, { selector: '.ant-select-item-option-content' }));
  await user.click(button('Cerca'));
  const chosen = { categoryIds: [61], manufacturerId: 71, categoryType: 'CELIAC', page: 0, size: 5 };
  await waitFor(() => expect(server.searches).toMatchObject([chosen]));
});

test('§9 a line: what the price may be, and Enter leads to the field that is wrong', async () => {
  const user = await renderProducts(newSaleServer());
  await scan(user, bread.ean1);
  await waitFor(() => expect(quantityField()).toHaveFocus());
  await user.clear(priceField());
  await user.click(quantityField());
  await user.keyboard('{Enter}');
  expect(priceField()).toHaveFocus();
  for (const [price, isAllowed] of [
    ['0,000001', true],
    ['0,0000001', false],
    ['0', false],
    ['1', true],
  ] as const) {
    fireEvent.change(priceField(), { target: { value: price } });
    await waitFor(() => expect([price, isEnabled('Aggiungi')]).toEqual([price, isAllowed]));
  }
  await user.clear(quantityField());
  await user.click(priceField());
  await user.keyboard('{Enter}');
  expect(quantityField()).toHaveFocus();
  expect(quantityField()).toBeInvalid();
});

test('§5 what is typed into a line is not lost by a late answer, and is checked against the budget that it leaves', async () => {
  const server = newSaleServer({
    initialAmount: 10,
    items: [{ product: pasta, quantity: 6, pricePerUnit: 1.2, totalPrice: 7.2 }],
  });
  const held: (() => void)[] = [];
  const user = await renderProducts(server, [
    answer(deleteCartProduct, async () => {
      await new Promise<void>((resolve) => held.push(resolve));
      return { cart: { cartId: 81, items: [], residualAmount: 10, voucherInitialAmount: 10 } };
    }),
  ]);
  await scan(user, bread.ean1);
  await waitFor(() => expect(quantityField()).toHaveFocus());
  await user.click(button(`Elimina ${pasta.name}`));
  await user.clear(quantityField());
  await user.type(quantityField(), '4');
  expect(await screen.findByText('Quantità massima acquistabile a questo prezzo: 1.')).toBeVisible();
  held.pop()?.();
  await waitFor(() => expect(button('Aggiungi')).toBeEnabled());
  expect(quantityField()).toHaveValue('4');
});

test('§2 products: a click on the heading sorts where the server names it, from the first page on', async () => {
  const queries: object[] = [];
  const user = await renderProducts(newSaleServer(), [
    answer(readFeatures, { features: { sorts: { products: ['name'] }, filters: {}, calls: [] } }),
    answer(searchProducts, ({ query: { page, sort } }) => {
      queries.push({ page, sort });
      return { products: [bread, pasta], pagination: { totalCount: 7 } };
    }),
  ]);
  await user.type(screen.getByLabelText('Nome prodotto'), 'pa{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Pagina 2' }));
  await waitFor(() => expect(queries).toHaveLength(2));
  const table = screen.getByRole('table', { name: 'Prodotti trovati' });
  const heading = within(table).getByRole('columnheader', { name: 'Prodotto' });
  await user.click(heading);
  await user.click(heading);
  await waitFor(() => expect(queries.at(-1)).toEqual({ page: 0, sort: 'name,desc' }));
  expect(heading).toHaveAttribute('aria-sort', 'descending');
});
