import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { HttpHandler } from 'msw';
import { expect, test } from 'vitest';
import { putCartProduct } from '#contract/calls/carts.ts';
import { searchProducts } from '#contract/calls/products.ts';
import { currentAlerts, dismissAllAlerts } from '#src/providers/notifications/alert-store.ts';
import { isFull } from '#tests/extent.ts';
import { answer, answerRaw, network } from '../../network.ts';
import { insert, scanAt, scanHere } from '../../scanner.ts';
import {
  button,
  eanField,
  heading,
  openPatient,
  priceField,
  quantityField,
  renderProducts,
  renderSearchWithStores,
  scan,
} from './render-sale.tsx';
import { type SaleServer, bread, newSaleServer, pasta, putLine, residualOf, saleHandlers } from './sale-server.ts';

const rice = { ...bread, productId: 53, name: 'Riso integrale', ean1: '4006381333931', refPrice: 3 };
const products = [bread, pasta, rice];
const UNKNOWN = '12345670';
const CARD = 'RSSMRA80A01H501U';
const puts = ({ calls }: SaleServer) => calls.filter((call) => call.startsWith('put'));
const notes = () =>
  within(screen.getByRole('region', { name: 'Ricerca prodotti' }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);

/** Expects this product to be open, and no scan to wait. */
async function expectOpen(product: typeof bread, quantity: number): Promise<void> {
  await waitFor(() => {
    expect(screen.getByText(product.name, { selector: 'form p' })).toBeVisible();
    expect(quantityField()).toHaveValue(String(quantity));
    expect(screen.queryByText(/^Prodotti letti in attesa/)).not.toBeInTheDocument();
  });
}

/** Responses that wait until the test releases them, one by one. */
function hold() {
  const held: (() => void)[] = [];
  return {
    wait: () => new Promise<void>((resolve) => held.push(resolve)),
    isWaiting: () => expect(held).not.toHaveLength(0),
    letGo: () => held.shift()?.(),
  };
}

function heldPut(server: SaleServer, gate: ReturnType<typeof hold>): HttpHandler {
  return answer(putCartProduct, async ({ body }) => {
    await gate.wait();
    putLine(server, body);
    const { initialAmount, items } = server;
    return { cart: { cartId: 81, items, residualAmount: residualOf(server), voucherInitialAmount: initialAmount } };
  });
}

test('§5 scan: A, A, A, an unknown code and B end with A × 3, B × 1 and a note, without a pause between them', async () => {
  const server = newSaleServer({ products });
  const user = await renderProducts(server);
  // All keys are pressed before the screen receives the last scan.
  await Promise.all([bread.ean1, bread.ean1, bread.ean1, UNKNOWN, pasta.ean1].map((ean) => scanHere(ean)));
  await expectOpen(pasta, 1);
  expect(quantityField()).toHaveFocus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(puts(server)).toEqual(['put 51 3 2.5', 'put 52 1 1.2']));
  expect(screen.getByText('1 prodotto letto non è nel carrello')).toBeVisible();
  expect(notes()).toEqual([`${UNKNOWN}: La ricerca non ha prodotto nessun risultato!`]);
});

test('§5 scan: the same with a look at each, and Enter before the last is there', async () => {
  const gate = hold();
  const server = newSaleServer({ products });
  const user = await renderProducts(server);
  await scanHere(bread.ean1);
  await expectOpen(bread, 1);
  await scanHere(bread.ean1);
  await expectOpen(bread, 2);
  await scanHere(bread.ean1);
  await expectOpen(bread, 3);
  await scanHere(UNKNOWN);
  await waitFor(() => expect(notes()).toHaveLength(1));
  await expectOpen(bread, 3);
  network.use(heldPut(server, gate));
  await scanHere(pasta.ean1);
  await waitFor(gate.isWaiting);
  await user.keyboard('{Enter}');
  gate.letGo();
  await waitFor(gate.isWaiting);
  gate.letGo();
  await waitFor(() => expect(puts(server)).toEqual(['put 51 3 2.5', 'put 52 1 1.2']));
});

test('§5 scan: while a product is looked for the next ones wait, in order, and nothing falls into the fields', async () => {
  const gate = hold();
  const server = newSaleServer({ products });
  await renderProducts(server, [
    answer(searchProducts, async ({ query }) => {
      await gate.wait();
      const found = products.filter(({ ean1 }) => ean1 === query.ean);
      return { products: found, pagination: { totalCount: found.length } };
    }),
  ]);
  await scanHere(bread.ean1);
  await waitFor(gate.isWaiting);
  await Promise.all([scanHere(pasta.ean1), scanHere(rice.ean1)]);
  expect(screen.getByText('Prodotti letti in attesa: 3')).toBeVisible();
  expect(button('Avanti')).toBeDisabled();
  expect(eanField()).toHaveValue('');
  for (const { name } of products) {
    await waitFor(gate.isWaiting, { onTimeout: () => new Error(`nobody looks for ${name}`) });
    gate.letGo();
  }
  await expectOpen(rice, 1);
  expect(puts(server)).toEqual(['put 51 1 2.5', 'put 52 1 1.2']);
});

test('§5 scan: what was typed into the line counts, and one that cannot be added is left with a note', async () => {
  const server = newSaleServer({ products });
  const user = await renderProducts(server);
  await scanHere(bread.ean1);
  await waitFor(() => expect(quantityField()).toHaveFocus());
  await user.keyboard('4');
  await scanHere(bread.ean1);
  await expectOpen(bread, 5);
  await scanHere(pasta.ean1);
  await expectOpen(pasta, 1);
  await user.clear(priceField());
  await user.type(priceField(), '9');
  await scanHere(rice.ean1);
  await expectOpen(rice, 1);
  expect(puts(server)).toEqual(['put 51 5 2.5']);
  expect(notes()).toEqual(['Pasta di riso: il prezzo unitario è più del doppio di quello di riferimento.']);
});

test('§5 scan: a product in the cart opens with its quantity and one more; what the budget does not cover is noted', async () => {
  const server = newSaleServer({ products, initialAmount: 10 });
  server.items = [{ product: bread, quantity: 2, pricePerUnit: 2, totalPrice: 4 }];
  const user = await renderProducts(server);
  await scanHere(bread.ean1);
  await expectOpen(bread, 3);
  expect(priceField()).toHaveValue('2,00');
  expect(screen.getByText(/^Prodotto già presente nel carrello/)).toBeVisible();
  await scanHere(bread.ean1);
  await scanHere(bread.ean1);
  await scanHere(bread.ean1);
  await waitFor(() => expect(notes()).toEqual(['Pane casereccio: supera il budget residuo a disposizione.']));
  await expectOpen(bread, 5);
  await scanHere(pasta.ean1);
  await expectOpen(pasta, 1);
  expect(puts(server)).toEqual(['put 51 5 2']);
  await scanHere(rice.ean1);
  await expectOpen(rice, 1);
  expect(notes().slice(1)).toEqual(['Pasta di riso: supera il budget residuo a disposizione.']);
  await user.click(button('Chiudi'));
  expect(notes()).toEqual([]);
});

test('§5 scan: a scanned product that is left for one searched by hand is noted', async () => {
  const user = await renderProducts(newSaleServer({ products }));
  await scanHere(bread.ean1);
  await expectOpen(bread, 1);
  await user.click(eanField());
  await user.paste(rice.ean1);
  await user.keyboard('{Enter}');
  await expectOpen(rice, 1);
  expect(notes()).toEqual(['Pane casereccio: letto ma non aggiunto.']);
});

/** How fast scanners type. A usual run has the two that differ most. */
const PACES = [
  ['5 ms', { gap: 5 }],
  ['a pause inside', { gaps: [45, 45, 45, 45, 500] }],
  ['45 ms', { gap: 45 }],
  ['80 ms', { gap: 80 }],
  ['120 ms', { gap: 120 }],
  ['45 ms and Tab', { gap: 45, ending: 'Tab' }],
] as const;

test.each(isFull ? PACES : PACES.slice(0, 2))(
  '§5 scan: what was counted before it is sold, and nothing less: %s',
  async (_, pace) => {
    const server = newSaleServer({ products });
    server.items = [{ product: bread, quantity: 2, pricePerUnit: 2.5, totalPrice: 5 }];
    await renderProducts(server);
    await scanHere(bread.ean1);
    await expectOpen(bread, 3);
    scanAt(bread.ean1, pace);
    await expectOpen(bread, 4);
    scanAt(pasta.ean1, pace);
    await expectOpen(pasta, 1);
    expect(puts(server)).toEqual(['put 51 4 2.5']);
  },
);

test.each([
  ['typed', '7', 'put 51 7 2.5'],
  ['emptied', '', 'put 51 1 2.5'],
])('§5 scan: the quantity was %s before the next pack, which comes slowly', async (_, typed, put) => {
  const server = newSaleServer({ products });
  const user = await renderProducts(server);
  await scanHere(bread.ean1);
  await waitFor(() => expect(quantityField()).toHaveFocus());
  await user.clear(quantityField());
  if (typed !== '') await user.keyboard(typed);
  scanAt(pasta.ean1, { gap: 60 });
  await expectOpen(pasta, 1);
  expect(puts(server)).toEqual([put]);
});

test('§5 a typed quantity is the total: the notice says what it was', async () => {
  const server = newSaleServer({ products });
  const user = await renderProducts(server);
  for (const attempt of [1, 2]) {
    await scanHere(bread.ean1);
    await expectOpen(bread, attempt === 1 ? 1 : 3);
    await user.keyboard('2{Enter}');
    await waitFor(() => expect(puts(server)).toHaveLength(attempt));
  }
  expect(puts(server)).toEqual(['put 51 2 2.5', 'put 51 2 2.5']);
  await waitFor(() =>
    expect(currentAlerts()).toMatchObject([
      { text: 'Pane casereccio: la quantità digitata è quella totale, era 3, ora 2.' },
    ]),
  );
});

test('§5 EAN search: what is no code is not looked up, and does not stay; an unknown code is not combined with words', async () => {
  const server = newSaleServer({ products });
  const user = await renderProducts(server);
  await scan(user, '8001234567890');
  expect(await screen.findByText(/«8001234567890» non è il codice di un prodotto/)).toBeVisible();
  expect(eanField()).toHaveValue('');
  for (const typed of ['12345678903', CARD, `%${CARD}ROSSI  MARIO?`]) {
    dismissAllAlerts();
    eanField().focus();
    insert(eanField(), typed, 'insertFromPaste');
    await user.keyboard('{Enter}');
    expect(eanField()).toHaveValue('');
    expect(currentAlerts()).toMatchObject([{ text: expect.stringMatching(/^Tessera sanitaria letta/) as string }]);
  }
  screen.getByLabelText('Nome prodotto').focus();
  insert(screen.getByLabelText('Nome prodotto'), CARD);
  await user.click(button('Cerca'));
  expect(screen.getByLabelText('Nome prodotto')).toHaveValue('');
  expect(server.searches).toEqual([]);
  await scan(user, UNKNOWN);
  expect(await screen.findByText('La ricerca non ha prodotto nessun risultato!')).toBeVisible();
  await waitFor(() => expect(eanField()).toHaveValue(''));
  await user.type(screen.getByLabelText('Nome prodotto'), 'pa{Enter}');
  await waitFor(() => expect(server.searches.at(-1)).toMatchObject({ name: 'pa' }));
  expect(server.searches.at(-1)).not.toHaveProperty('ean', UNKNOWN);
});

test.each([
  ['EAN-13 in groups', '8 001234 567897', pasta.ean1],
  ['with dashes and an invisible character', '8-001234-567897\u200b', pasta.ean1],
  ['GTIN-14', '08001234567897', pasta.ean1],
  ['GS1-128', '(01)08001234567897(10)L5', pasta.ean1],
])('§5 EAN search: %s is sent in its usual form', async (_, typed, ean) => {
  const server = newSaleServer({ products });
  const user = await renderProducts(server);
  await scan(user, typed);
  await expectOpen(pasta, 1);
  expect(server.searches.map((query) => query.ean)).toEqual([ean]);
});

test('§5 a weighed pack is found by its item, with the price of its label; another price is no piece of the same line', async () => {
  const cheese = { ...bread, productId: 54, name: 'Caciotta', ean1: '2123456000009', refPrice: 5 };
  const server = newSaleServer({ products: [cheese, pasta] });
  await renderProducts(server);
  scanAt('2123456004564', { gap: 45 });
  await expectOpen(cheese, 1);
  expect(priceField()).toHaveValue('4,56');
  expect(screen.getByText(/^Prezzo ricavato dal codice a barre/)).toBeVisible();
  expect(server.searches.map(({ ean }) => ean)).toEqual(['2123456004564', '2123456000009']);
  await scanHere('2123456004564');
  await expectOpen(cheese, 2);
  await scanHere('2123456007893');
  await waitFor(() => expect(notes()).toEqual([expect.stringMatching(/^Caciotta: confezione a peso/)]));
  await expectOpen(cheese, 2);
});

test('§8 scan: while the server does not answer what is scanned is kept, and goes on with Riprova', async () => {
  const server = newSaleServer({ products });
  const user = await renderProducts(server, [answerRaw(searchProducts, {}, 502)]);
  await scanHere(bread.ean1);
  await scanHere(pasta.ean1);
  expect(await screen.findByText(/i prodotti già letti restano in attesa/)).toBeVisible();
  network.use(...saleHandlers(server));
  await user.click(button('Riprova'));
  await expectOpen(pasta, 1);
  expect(puts(server)).toEqual(['put 51 1 2.5']);
});

test("§4 'Avanti' with a product at hand asks whether to add it", async () => {
  const server = newSaleServer({ products });
  server.items = [{ product: pasta, quantity: 1, pricePerUnit: 1.2, totalPrice: 1.2 }];
  const user = await renderProducts(server);
  await scanHere(bread.ean1);
  await expectOpen(bread, 1);
  await user.click(button('Avanti'));
  const dialog = await screen.findByRole('dialog', { name: 'Prodotto non ancora aggiunto' });
  expect(dialog).toHaveTextContent('Pane casereccio, quantità 1: vuoi aggiungerlo');
  expect(dialog).toHaveTextContent(/Totale della riga2,50\s€/);
  await user.click(within(dialog).getByRole('button', { name: 'Sì' }));
  await heading('Riepilogo');
  expect(puts(server)).toEqual(['put 51 1 2.5']);
});

test("§4 'Avanti' with a product at hand: 'No' leaves it out", async () => {
  const server = newSaleServer({ products });
  server.items = [{ product: pasta, quantity: 1, pricePerUnit: 1.2, totalPrice: 1.2 }];
  const user = await renderProducts(server);
  await scanHere(bread.ean1);
  await expectOpen(bread, 1);
  await user.click(button('Avanti'));
  await user.click(await screen.findByRole('button', { name: 'No' }));
  await heading('Riepilogo');
  expect(puts(server)).toEqual([]);
  expect(screen.queryByText(/non è nel carrello/)).not.toBeInTheDocument();
});

async function renderSummaryBy(server: SaleServer): Promise<UserEvent> {
  const user = await renderProducts(server);
  await user.click(button('Avanti'));
  await heading('Riepilogo');
  await waitFor(() => expect(button('Conferma')).toHaveFocus());
  return user;
}

test('§4 scan: forgotten products scanned on step 3 lead back to step 2, are open there, and buy nothing', async () => {
  const server = newSaleServer({ products });
  server.items = [{ product: pasta, quantity: 1, pricePerUnit: 1.2, totalPrice: 1.2 }];
  await renderSummaryBy(server);
  await scanHere(bread.ean1);
  await scanHere(rice.ean1);
  await heading('Scarico Prodotti');
  await expectOpen(rice, 1);
  expect(puts(server)).toEqual(['put 51 1 2.5']);
  expect(server.calls).not.toContain('checkPurchase');
});

test('§4 scan: over the question of step 3 it answers nothing, and is noted until that is dismissed', async () => {
  const server = newSaleServer({ products, otpRequired: false });
  server.items = [{ product: pasta, quantity: 1, pricePerUnit: 1.2, totalPrice: 1.2 }];
  const user = await renderSummaryBy(server);
  await user.click(button('Conferma'));
  await screen.findByRole('dialog', { name: 'Conferma acquisto' });
  await scanHere(bread.ean1);
  await scanHere(bread.ean1);
  await user.click(screen.getByRole('button', { name: 'No' }));
  expect(server.calls).not.toContain('executePurchase 92 -');
  expect(screen.getByText('2 prodotti letti non sono nel carrello')).toBeVisible();
  expect(screen.getAllByText(`${bread.ean1}: letto durante un'altra operazione.`)).toHaveLength(2);
  await user.click(button('Indietro'));
  await heading('Scarico Prodotti');
  expect(notes()).toHaveLength(2);
});

test('§2 scan: a card scanned on step 1 or 2 changes nothing', async () => {
  const server = newSaleServer({ products });
  const user = await renderSearchWithStores(server);
  await openPatient(user);
  await scanHere('RSSMRA80A01H501U');
  await scanHere(bread.ean1);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Anagrafica');
  expect(server.calls).toEqual([]);
});

test('§2 scan: a card scanned once the purchase is completed starts the next sale, and leaves nothing in the address', async () => {
  const server = newSaleServer({ products, otpRequired: false });
  server.items = [{ product: pasta, quantity: 1, pricePerUnit: 1.2, totalPrice: 1.2 }];
  const user = await renderSummaryBy(server);
  await user.click(button('Conferma'));
  await user.click(await screen.findByRole('button', { name: /^Sì/ }));
  await heading('Acquisto completato');
  await scanHere(bread.ean1);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Acquisto completato');
  await scanHere('%RSSMRA80A01H501UROSSI  MARIO?');
  await heading('Anagrafica');
  const stores = [sessionStorage, localStorage].map((storage) => Object.entries(storage));
  expect(JSON.stringify([window.location.href, window.history.state, stores])).not.toContain('RSSMRA');
});

test('§2 scan: a card scanned on the search, wherever the focus is, opens its patient; a product does nothing', async () => {
  const user = await renderSearchWithStores(newSaleServer());
  const codeField = screen.getByRole('textbox', { name: 'Codice fiscale' });
  await scanHere(bread.ean1);
  expect(codeField).toHaveValue('');
  button('Cambia punto vendita').focus();
  await scanHere('rssmra80a01h501u');
  await heading('Anagrafica');
  await user.click(button('Torna alla ricerca'));
  await heading('Ricerca Assistiti');
});
