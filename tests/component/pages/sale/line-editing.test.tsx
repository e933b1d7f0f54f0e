import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { deleteCartProduct, putCartProduct } from '#contract/calls/carts.ts';
import { ERRORS } from '#contract/errors.ts';
import { answer, lose, network, refuse, respondWith } from '../../network.ts';
import { shortenPollingPauses } from '../../timeouts.ts';
import { scanHere } from '../../scanner.ts';
import { button, eanField, heading, quantityField, renderProducts } from './render-sale.tsx';
import { type SaleServer, bread, newSaleServer, pasta, putLine, residualOf, saleHandlers } from './sale-server.ts';

const items = () => [
  { product: bread, quantity: 2, pricePerUnit: 2.5, totalPrice: 5 },
  { product: pasta, quantity: 1, pricePerUnit: 1.2, totalPrice: 1.2 },
];
const serverWith = (facts: Partial<SaleServer> = {}) => newSaleServer({ items: items(), ...facts });
const field = (name: string) => screen.getByRole('textbox', { name });
const quantity = () => field(`Quantità di ${bread.name}`);
const pastaPrice = () => field(`Prezzo unitario di ${pasta.name}`);
const price = () => field(`Prezzo unitario di ${bread.name}`);
const more = () => button(`Un pezzo in più di ${bread.name}`);
const less = () => button(`Un pezzo in meno di ${bread.name}`);

/** A put whose response waits until the test releases it. */
function heldPut(server: SaleServer) {
  const held: (() => void)[] = [];
  const handler = answer(putCartProduct, async ({ body }) => {
    await new Promise<void>((resolve) => held.push(resolve));
    putLine(server, body);
    return {
      cart: {
        cartId: 81,
        items: server.items,
        residualAmount: residualOf(server),
        voucherInitialAmount: server.initialAmount,
      },
    };
  });
  return { handler, held };
}

test('§5 a line in place: + and − change it by one each; of many presses the last word is sent, none is lost', async () => {
  const server = serverWith();
  const { handler, held } = heldPut(server);
  const user = await renderProducts(server, [handler]);
  for (let count = 0; count < 4; count += 1) await user.click(more());
  await user.click(less());
  expect(quantity()).toHaveValue('5');
  await waitFor(() => expect(held).toHaveLength(1));
  held.shift()?.();
  await waitFor(() => expect(held).toHaveLength(1));
  held.shift()?.();
  await waitFor(() => expect(server.calls).toEqual(['put 51 3 2.5', 'put 51 5 2.5']));
  expect(less()).toHaveFocus();
  await waitFor(() => expect(screen.getByRole('region', { name: 'Prodotti inseriti' })).toHaveTextContent('6 pezzi'));
});

test('§5 a line in place: quantity and price as typed, by Enter or by leaving the field; Esc takes it back', async () => {
  const server = serverWith();
  const user = await renderProducts(server);
  await user.clear(price());
  await user.type(price(), '3,10{Enter}');
  await waitFor(() => expect(server.calls).toEqual(['put 51 2 3.1']));
  expect(eanField()).toHaveFocus();
  await user.clear(quantity());
  await user.type(quantity(), '7{Escape}');
  expect(quantity()).toHaveValue('2');
  await user.clear(quantity());
  await user.type(quantity(), '4');
  await user.click(button('Avanti'));
  await heading('Riepilogo');
  expect(server.calls).toEqual(['put 51 2 3.1', 'put 51 4 3.1']);
});

test('§5 a line in place: what the rules forbid is said and not sent, and nobody goes on with it', async () => {
  const server = serverWith({ initialAmount: 10 });
  const user = await renderProducts(server);
  await user.clear(quantity());
  await user.type(quantity(), '1,5{Enter}');
  expect(screen.getByText(/^«1,5»: La quantità deve essere un numero intero da 1 a 999\.$/)).toBeVisible();
  expect(quantity()).toBeInvalid();
  await user.clear(quantity());
  await user.type(quantity(), '9{Enter}');
  expect(screen.getByText('Il valore inserito supera il budget residuo a disposizione.')).toBeVisible();
  expect(screen.getByText('Quantità massima acquistabile a questo prezzo: 3.')).toBeVisible();
  await user.click(button('Avanti'));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Scarico Prodotti');
  await user.clear(quantity());
  // The message of a corrected value disappears during typing. On blur, the button would move during the press.
  await user.type(quantity(), '3');
  expect(screen.queryByText('Il valore inserito supera il budget residuo a disposizione.')).toBeNull();
  expect(quantity()).toBeValid();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(server.calls).toEqual(['put 51 3 2.5']));
});

test('§5 a line in place: an unusual price is asked about, and one that may be read in two ways too', async () => {
  const server = serverWith();
  const user = await renderProducts(server);
  await user.clear(price());
  await user.type(price(), '9{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Controlla il prezzo' });
  expect(server.calls).toEqual([]);
  await user.click(await within(dialog).findByRole('button', { name: 'Sì' }));
  await waitFor(() => expect(server.calls).toEqual(['put 51 2 9']));
  await user.clear(price());
  await user.type(price(), '1.234{Enter}');
  await user.click(await screen.findByRole('button', { name: /^1,234/ }));
  await waitFor(() => expect(server.calls.at(-1)).toBe('put 51 2 1.234'));
});

test('§8 a line in place that the server refuses is the cart’s again, with the reason', async () => {
  const user = await renderProducts(serverWith(), [refuse(putCartProduct, 'PRODUCT_NOT_ALLOWED')]);
  await user.click(more());
  expect(await screen.findByText('Prodotto non erogabile per questo tipo di pratica')).toBeVisible();
  await waitFor(() => expect(quantity()).toHaveValue('2'));
});

test("§2 a deleted line: 'Annulla' puts it back as it was, once; the focus is on the EAN after both", async () => {
  const server = serverWith();
  const user = await renderProducts(server);
  await user.click(button(`Elimina ${bread.name}`));
  const undo = await screen.findByRole('button', { name: 'Annulla' });
  expect(server.calls).toEqual(['delete 51']);
  await waitFor(() => expect(eanField()).toHaveFocus());
  await user.dblClick(undo);
  await waitFor(() => expect(quantity()).toHaveValue('2'));
  expect(server.calls).toEqual(['delete 51', 'put 51 2 2.5']);
  expect(screen.queryByRole('button', { name: 'Annulla' })).not.toBeInTheDocument();
  expect(eanField()).toHaveFocus();
});

test("§2 a deleted line: 'Annulla' is there for 5 s, and as long as somebody is at it", async () => {
  const server = serverWith();
  const user = await renderProducts(server);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await user.click(button(`Elimina ${bread.name}`));
  const undo = await screen.findByRole('button', { name: 'Annulla' });
  act(() => undo.focus());
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(undo).toBeInTheDocument();
  vi.setTimerTickMode('manual');
  act(() => eanField().focus());
  await act(() => vi.advanceTimersByTimeAsync(4000));
  expect(undo).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(1500));
  expect(undo).not.toBeInTheDocument();
  vi.useRealTimers();
});

test('rules §2 a deletion whose answer is lost: only what is known to be gone can be put back', async () => {
  shortenPollingPauses();
  const server = serverWith();
  const user = await renderProducts(server, [lose(deleteCartProduct)]);
  await user.click(button(`Elimina ${bread.name}`));
  expect(await screen.findByText(/la modifica al carrello non risulta registrata/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Annulla' })).not.toBeInTheDocument();
  network.use(...saleHandlers(server));
  await user.click(button(`Elimina ${bread.name}`));
  expect(await screen.findByRole('button', { name: 'Annulla' })).toBeVisible();
});

const currentStep = () => screen.getByRole('heading', { level: 1 });

test('§5 a line in place: one that was not taken holds step 2 also after another line was edited, and says so again', async () => {
  const server = serverWith({ initialAmount: 10 });
  const user = await renderProducts(server);
  await user.clear(quantity());
  await user.type(quantity(), '99');
  await user.click(pastaPrice());
  await user.click(button(`Un pezzo in più di ${pasta.name}`));
  await waitFor(() => expect(server.calls).toEqual(['put 52 2 1.2']));
  expect(quantity()).toHaveValue('99');
  expect(quantity()).toBeInvalid();
  await user.click(button('Avanti'));
  const told = screen.getByText('Il valore inserito supera il budget residuo a disposizione.');
  expect(told).toBeVisible();
  expect(told.closest('[aria-live]')).toHaveTextContent(bread.name);
  expect(currentStep()).toHaveTextContent('Scarico Prodotti');
  await user.click(quantity());
  await user.keyboard('{Escape}');
  expect(quantity()).toHaveValue('2');
  await user.click(button('Avanti'));
  await heading('Riepilogo');
});

test('§5 a line in place: its edit is the last word, not the form that a scan had opened before it', async () => {
  const server = serverWith();
  const user = await renderProducts(server);
  await scanHere(bread.ean1);
  await waitFor(() => expect(quantityField()).toHaveValue('3'));
  await user.click(less());
  await waitFor(() => expect(server.calls).toEqual(['put 51 1 2.5']));
  expect(await screen.findByText('Pane casereccio: letto ma non aggiunto.')).toBeVisible();
  await scanHere(pasta.ean1);
  await waitFor(() => expect(quantityField()).toHaveValue('2'));
  expect(server.calls).toEqual(['put 51 1 2.5']);
  await user.click(button(`Elimina ${pasta.name}`));
  await waitFor(() => expect(quantityField()).toBeDisabled());
  await screen.findByRole('button', { name: 'Annulla' });
  await scanHere(pasta.ean1);
  await waitFor(() => expect(quantityField()).toHaveValue('1'));
  await user.click(button('Annulla'));
  await waitFor(() => expect(server.calls).toEqual(['put 51 1 2.5', 'delete 52', 'put 52 1 1.2']));
  expect(quantityField()).toBeDisabled();
});

test('§5 a line in place: a price that may be read in two ways takes the focus after Enter alone, its answer leads on', async () => {
  const server = serverWith();
  const user = await renderProducts(server);
  await user.clear(price());
  await user.type(price(), '1.234');
  await user.click(eanField());
  const answerButton = await screen.findByRole('button', { name: /^1,234/ });
  expect(eanField()).toHaveFocus();
  await user.click(price());
  await user.keyboard('{Enter}');
  expect(answerButton).toHaveFocus();
  await user.click(answerButton);
  await waitFor(() => expect(server.calls).toEqual(['put 51 2 1.234']));
  expect(eanField()).toHaveFocus();
});

test("§4 'Avanti' pressed where a line was left waits for its change and goes on with it, once", async () => {
  const server = serverWith();
  const { handler, held } = heldPut(server);
  const user = await renderProducts(server, [handler]);
  await user.clear(quantity());
  await user.type(quantity(), '4');
  await user.pointer({ keys: '[MouseLeft>]', target: button('Avanti') });
  await waitFor(() => expect(held).toHaveLength(1));
  await user.pointer({ keys: '[/MouseLeft]', target: button('Avanti') });
  expect(currentStep()).toHaveTextContent('Scarico Prodotti');
  expect(button('Avanti')).toHaveFocus();
  held.shift()?.();
  await heading('Riepilogo');
  expect(server.calls).toEqual(['put 51 4 2.5']);
});

test("§2 'Elimina' pressed where its line was left is not lost; 'Annulla' puts back what was typed", async () => {
  const server = serverWith();
  const { handler, held } = heldPut(server);
  const user = await renderProducts(server, [handler]);
  await user.clear(quantity());
  await user.type(quantity(), '4');
  await user.pointer({ keys: '[MouseLeft>]', target: button(`Elimina ${bread.name}`) });
  await waitFor(() => expect(held).toHaveLength(1));
  await user.pointer({ keys: '[/MouseLeft]', target: button(`Elimina ${bread.name}`) });
  held.shift()?.();
  await user.click(await screen.findByRole('button', { name: 'Annulla' }));
  await waitFor(() => expect(held).toHaveLength(1));
  held.shift()?.();
  await waitFor(() => expect(server.calls).toEqual(['put 51 4 2.5', 'delete 51', 'put 51 4 2.5']));
});

test('§8 a line in place that is refused leaves the other lines what they are to be, and its reason stays', async () => {
  const server = serverWith();
  const { status, code } = ERRORS.PRODUCT_NOT_ALLOWED;
  const held: (() => void)[] = [];
  const refuseLater = respondWith(putCartProduct, async () => {
    await new Promise<void>((resolve) => held.push(resolve));
    return Response.json({ error: { code, description: 'PRODUCT_NOT_ALLOWED' }, status: { trace: 'x' } }, { status });
  });
  const user = await renderProducts(server, [refuseLater]);
  await user.click(more());
  await waitFor(() => expect(held).toHaveLength(1));
  network.use(...saleHandlers(server));
  await user.click(button(`Un pezzo in più di ${pasta.name}`));
  await user.clear(pastaPrice());
  await user.type(pastaPrice(), '1,3');
  held.shift()?.();
  await waitFor(() => expect(server.calls).toEqual(['put 52 2 1.2']));
  await waitFor(() => expect(quantity()).toHaveValue('2'));
  expect(screen.getByText('Prodotto non erogabile per questo tipo di pratica')).toBeVisible();
  expect(pastaPrice()).toHaveValue('1,3');
});

test('rules §5 a line in place: an unusual price that was confirmed is not asked about again while it is on its way', async () => {
  const server = serverWith({ initialAmount: 9999 });
  const { handler, held } = heldPut(server);
  const user = await renderProducts(server, [handler]);
  await user.clear(price());
  await user.type(price(), '1.234{Enter}');
  await user.click(await screen.findByRole('button', { name: /^1234|^1.234,/ }));
  await user.click(await screen.findByRole('button', { name: 'Sì' }));
  await waitFor(() => expect(held).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(price());
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  held.shift()?.();
  await waitFor(() => expect(server.calls).toEqual(['put 51 2 1234']));
  await waitFor(() => expect(price()).toHaveValue('1234,00'));
});

test('§5 a line in place: Esc takes back what was typed, not what is on its way', async () => {
  const server = serverWith();
  const { handler, held } = heldPut(server);
  const user = await renderProducts(server, [handler]);
  await user.click(more());
  await waitFor(() => expect(held).toHaveLength(1));
  await user.clear(quantity());
  await user.type(quantity(), '7{Escape}');
  expect(quantity()).toHaveValue('3');
  held.shift()?.();
  await waitFor(() => expect(screen.getByRole('region', { name: 'Prodotti inseriti' })).toHaveTextContent('4 pezzi'));
  expect(quantity()).toHaveValue('3');
});

test('§5 a line in place: − does nothing at one piece', async () => {
  const server = serverWith();
  const user = await renderProducts(server);
  const lessPasta = button(`Un pezzo in meno di ${pasta.name}`);
  expect(lessPasta).toHaveAttribute('aria-disabled', 'true');
  await user.click(lessPasta);
  expect(screen.queryByText(/La quantità deve essere un numero intero da 1 a 999/)).not.toBeInTheDocument();
  expect(less()).toHaveAttribute('aria-disabled', 'false');
});
