import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { HttpHandler } from 'msw';
import { Link } from 'react-router-dom';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { readCartSummary } from '#contract/calls/carts.ts';
import { executePurchase } from '#contract/calls/purchases.ts';
import { ERRORS } from '#contract/errors.ts';
import { addUnconfirmed, storedUnconfirmed, storedCart } from '#src/providers/session/unfinished-cart.ts';
import { answer, respondWith } from '../../network.ts';
import { renderScreen } from '../../render-screen.tsx';
import { shortenPollingPauses } from '../../timeouts.ts';
import { button, enter, goToSummary, heading, pinField, renderSearchWithStores, SaleScreens } from './render-sale.tsx';
import { bread, newSaleServer, patient, saleHandlers, type SaleServer, TEXTS } from './sale-server.ts';

const PIN = '12345{Enter}';
const NOT_KNOWN = "Esito dell'ultimo acquisto non ancora noto";
const UNDER_WAY = /può essere ancora in elaborazione/;
const BOUGHT = "L'ultimo acquisto è andato a buon fine";
const OFFERED = 'Carrello non concluso';

const OWN_CART = { cartId: 81, username: 'rossi', businessId: 1 };
const items = [{ product: bread, quantity: 2, pricePerUnit: 2.5, totalPrice: 5 }];

beforeEach(() => {
  storedCart.write(OWN_CART);
  shortenPollingPauses();
});

/** Answers with the summary of the cart, with its patient. */
function summaryOf(server: SaleServer, onAsked: () => void = () => undefined): HttpHandler {
  return answer(readCartSummary, () => {
    onAsked();
    const cart = { cartId: 81, items, itemsAmount: 5, residualAmount: 105, voucherInitialAmount: 110, patient };
    return { cart: { ...cart, purchaseId: server.purchaseId ?? null } };
  });
}

/** Renders the screens with a link that leaves the sale, as the menu does. */
function Visits() {
  return (
    <>
      <Link to="/ricerca-assistiti">Menu</Link>
      <SaleScreens />
    </>
  );
}

interface LeftSale {
  readonly user: UserEvent;
  /** Answers the execute. */
  readonly finish: (answer: Response) => void;
}

/** Leaves the sale while its purchase is being executed. */
async function leftWhileExecuting(server: SaleServer): Promise<LeftSale> {
  let finish: LeftSale['finish'] = () => undefined;
  const answered = new Promise<Response>((resolve) => {
    finish = resolve;
  });
  const execute = respondWith(executePurchase, () => {
    server.calls.push('executePurchase');
    return answered;
  });
  const handlers = [execute, summaryOf(server), ...saleHandlers(server)];
  const { user } = await renderScreen(<Visits />, {
    as: 'BUSINESS',
    path: '/ricerca-assistiti',
    texts: TEXTS,
    handlers,
  });
  await user.click(await screen.findByRole('button', { name: 'Riprendi' }));
  await heading('Scarico Prodotti');
  await goToSummary(user);
  await waitFor(() => expect(button('Conferma')).toHaveFocus());
  await user.click(button('Conferma'));
  await user.type(await pinField(), PIN);
  await waitFor(() => expect(server.calls).toContain('executePurchase'));
  fireEvent.click(screen.getByText('Menu'));
  return { user, finish };
}

test('rules §2 a sale that is left while its purchase is executed: its outcome is unknown until the answer comes, and then told', async () => {
  const server = newSaleServer({ items });
  const { user, finish } = await leftWhileExecuting(server);
  expect(await screen.findByText(UNDER_WAY)).toBeVisible();
  expect(screen.getByText(NOT_KNOWN)).toBeVisible();
  expect(screen.queryByText(OFFERED)).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Chiudi' })).not.toBeInTheDocument();

  await enter(user, screen.getByRole('textbox', { name: 'Codice fiscale' }), patient.fiscalCode);
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/Vuoi iniziare lo stesso una nuova vendita/)).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'No' }));

  server.purchaseId = 99;
  finish(Response.json({ data: { purchase: { purchaseId: 99, items } }, status: { trace: 'trace-1' } }));
  expect(await screen.findByText(BOUGHT)).toBeVisible();
  await user.click(button('Chiudi'));
  expect(storedUnconfirmed.read()).toBeNull();
});

test('rules §2 a purchase that is refused after its sale was left: the cart is offered again at once', async () => {
  const { finish } = await leftWhileExecuting(newSaleServer({ items }));
  expect(await screen.findByText(UNDER_WAY)).toBeVisible();
  const { status, code } = ERRORS.CART_CHANGED;
  finish(Response.json({ error: { code, description: 'CART_CHANGED' }, status: { trace: 'trace-1' } }, { status }));
  expect(await screen.findByText(OFFERED)).toBeVisible();
  expect(storedUnconfirmed.read()).toBeNull();
});

/** Reloads the page a moment after the purchase was sent, on a clock of the test. */
async function reloaded(server: SaleServer): Promise<{ readonly user: UserEvent; readonly questions: () => number }> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  let asked = 0;
  addUnconfirmed(OWN_CART);
  const user = await renderSearchWithStores(server, [summaryOf(server, () => (asked += 1))]);
  expect(await screen.findByText(UNDER_WAY)).toBeVisible();
  return { user, questions: () => asked };
}

test('rules §2 a page reloaded while a purchase is executed: it goes on asking, and tells the purchase that goes through late', async () => {
  const server = newSaleServer({ items });
  const { user, questions } = await reloaded(server);
  expect(questions()).toBe(4);
  expect(screen.queryByRole('button', { name: 'Abbandona' })).not.toBeInTheDocument();
  await user.click(button('Verifica esito'));
  await waitFor(() => expect(questions()).toBe(5));
  expect(await screen.findByText(UNDER_WAY)).toBeVisible();
  server.purchaseId = 99;
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(await screen.findByText(BOUGHT)).toBeVisible();
  expect(questions()).toBe(6);
});

test("rules §2 a page reloaded while a purchase is executed: 'not bought' is believed once its time is over", async () => {
  const server = newSaleServer({ items });
  await reloaded(server);
  for (let seconds = 10; seconds < 60; seconds += 10) {
    await act(() => vi.advanceTimersByTimeAsync(9000));
    expect(screen.queryByText(OFFERED)).not.toBeInTheDocument();
    expect(storedUnconfirmed.read()).toMatchObject([{ cartId: 81 }]);
  }
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(await screen.findByText(OFFERED)).toBeVisible();
  expect(storedUnconfirmed.read()).toBeNull();
});
