import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { HttpHandler } from 'msw';
import { useReducer } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { cart, readCartSummary } from '#contract/calls/carts.ts';
import { executePurchase } from '#contract/calls/purchases.ts';
import { patient as patientRow } from '#contract/entities/patient.ts';
import { saleCart } from '#src/pages/sale/sale-cart.ts';
import { type SaleEvent, resumedSale, saleReducer } from '#src/pages/sale/sale-reducer.ts';
import { SummaryStep } from '#src/pages/sale/summary-step.tsx';
import { currentAlerts } from '#src/providers/notifications/alert-store.ts';
import { storedUnconfirmed } from '#src/providers/session/unfinished-cart.ts';
import { renderScreen } from '../../render-screen.tsx';
import { answer, lose, loseAfter, network, refuse } from '../../network.ts';
import { shortenPollingPauses } from '../../timeouts.ts';
import { button, pinField, renderSummary } from './render-sale.tsx';
import { type SaleServer, TEXTS, bread, newSaleServer, patient, residualOf, saleHandlers } from './sale-server.ts';

const PIN = '12345{Enter}';
const DONE = 'Operazione avvenuto con successo';

const filled = () => newSaleServer({ items: [{ product: bread, quantity: 2, pricePerUnit: 2.5, totalPrice: 5 }] });

/** Goes to step 3 and presses 'Conferma'. */
async function confirmed(server: SaleServer, handlers: readonly HttpHandler[]): Promise<UserEvent> {
  const user = await renderSummary(server, handlers);
  await user.keyboard('{Enter}');
  return user;
}

/** The portal has selected the code that was not accepted: the next one takes its place. */
async function typeAgain(user: UserEvent): Promise<void> {
  const field = await pinField();
  await waitFor(() => expect(field).toHaveFocus());
  await user.keyboard(PIN);
}

/** The server buys the cart, and its response is lost. */
function loseAfterBuying(server: SaleServer) {
  return loseAfter(executePurchase, ({ body }) => {
    server.calls.push(`executePurchase ${String(body.txCommandId)} ${body.otp?.reveal() ?? '-'}`);
    server.purchaseId = 99;
  });
}

const purchaseCalls = ({ calls }: SaleServer) => calls.filter((call) => call.includes('Purchase'));

test('rules §2 a lost answer is asked about: the purchase that went through is completed', async () => {
  const server = filled();
  const user = await confirmed(server, [loseAfterBuying(server)]);
  await user.type(await pinField(), PIN);
  expect(await screen.findByText(DONE)).toBeVisible();
  expect(button('Stampa')).toBeEnabled();
  expect(currentAlerts()).toEqual([]);
  expect(purchaseCalls(server)).toEqual(['checkPurchase', 'executePurchase 92 12345']);
  expect(storedUnconfirmed.read()).toBeNull();
});

test('rules §2 a request that is still on its way when the portal asks: it goes on asking', async () => {
  shortenPollingPauses();
  const server = filled();
  let questions = 0;
  const user = await confirmed(server, [lose(executePurchase)]);
  network.use(
    answer(readCartSummary, () => {
      questions += 1;
      const cart = { cartId: 81, items: server.items, itemsAmount: 5, residualAmount: 105, voucherInitialAmount: 110 };
      return { cart: { ...cart, purchaseId: questions < 3 ? null : 99 } };
    }),
  );
  await user.type(await pinField(), PIN);
  expect(await screen.findByText(DONE)).toBeVisible();
  // The third finds it; a fourth reads the amounts that step 4 shows.
  await waitFor(() => expect(questions).toBe(4));
});

test('rules §2 a lost answer of a purchase that is not on record may be confirmed again', async () => {
  shortenPollingPauses();
  const server = filled();
  const user = await confirmed(server, [lose(executePurchase)]);
  await user.type(await pinField(), PIN);
  expect(await screen.findByText(/l'acquisto non risulta registrato/)).toBeVisible();
  network.use(refuse(executePurchase, 'TRANSACTION_ALREADY_EXECUTED'));
  server.purchaseId = 99;
  await typeAgain(user);
  expect(await screen.findByText(DONE)).toBeVisible();
});

test('rules §6 after a lost answer the same command is tried again, also from the step: it is executed at most once', async () => {
  shortenPollingPauses();
  const server = filled();
  const user = await confirmed(server, [lose(executePurchase)]);
  await user.type(await pinField(), PIN);
  await screen.findByText(/l'acquisto non risulta registrato/);
  fireEvent.keyDown(await pinField(), { key: 'Escape', keyCode: 27 });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  network.use(...saleHandlers(server));
  await user.click(button('Conferma'));
  await user.type(await pinField(), PIN);
  expect(await screen.findByText(DONE)).toBeVisible();
  expect(purchaseCalls(server)).toEqual(['checkPurchase', 'executePurchase 92 12345']);
});

test('rules §2 nobody answers: the purchase is not repeated before the server has been asked', async () => {
  shortenPollingPauses();
  const server = filled();
  const user = await confirmed(server, [loseAfterBuying(server)]);
  network.use(lose(readCartSummary));
  await user.type(await pinField(), PIN);
  const ask = await screen.findByRole('button', { name: 'Verifica esito' });
  expect(screen.getByText('Esito non ancora noto.')).toBeVisible();
  expect(within(screen.getByRole('dialog')).queryByRole('button', { name: 'Conferma' })).not.toBeInTheDocument();
  await waitFor(() => expect(ask).toHaveFocus());
  await user.click(button('Chiudi'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(button('Conferma')).toBeDisabled();
  expect(button('Indietro')).toBeDisabled();
  network.use(...saleHandlers(server));
  await user.click(button('Verifica esito'));
  expect(await screen.findByText(DONE)).toBeVisible();
  expect(purchaseCalls(server)).toEqual(['checkPurchase', 'executePurchase 92 12345']);
});

test.each<[string, Parameters<typeof refuse>[1]]>([
  ['what was refused the second time', 'VOUCHER_AMOUNT_NOT_SUFFICIENT'],
  ['the cart is gone from the server', 'CART_NOT_FOUND'],
])('rules §2 a refusal behind which the purchase hides: %s', async (_, description) => {
  shortenPollingPauses();
  const server = filled();
  const user = await confirmed(server, [lose(executePurchase)]);
  await user.type(await pinField(), PIN);
  await screen.findByText(/l'acquisto non risulta registrato/);
  server.purchaseId = 99;
  network.use(refuse(executePurchase, description));
  await typeAgain(user);
  expect(await screen.findByText(DONE)).toBeVisible();
  expect(currentAlerts()).toEqual([]);
});

test('rules §2 TRANSACTION_ALREADY_EXECUTED without a lost answer: the cart is bought, by a doubled request or another tab', async () => {
  const server = filled();
  const user = await confirmed(server, [refuse(executePurchase, 'TRANSACTION_ALREADY_EXECUTED')]);
  server.purchaseId = 99;
  await user.type(await pinField(), PIN);
  expect(await screen.findByText(DONE)).toBeVisible();
});

test('§8 TRANSACTION_ALREADY_EXECUTED of a cart that is not bought is told in the dialog', async () => {
  const user = await confirmed(filled(), [refuse(executePurchase, 'TRANSACTION_ALREADY_EXECUTED')]);
  await user.type(await pinField(), PIN);
  expect(await screen.findByText("La transazione e' gia' stata eseguita")).toBeVisible();
});

test('rules §2 the assistant may stop waiting for a silent server; the purchase is then asked about', async () => {
  const server = filled();
  await confirmed(server, [
    answer(executePurchase, async () => {
      server.purchaseId = 99;
      await new Promise(() => undefined);
      return { purchase: { purchaseId: 99, items: [] } };
    }),
  ]);
  const pin = await pinField();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  fireEvent.change(pin, { target: { value: '12345' } });
  fireEvent.submit(pin);
  await waitFor(() => expect(server.purchaseId).toBe(99));
  expect(screen.queryByRole('button', { name: 'Smetti di attendere' })).not.toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(5000));
  fireEvent.click(screen.getByRole('button', { name: 'Smetti di attendere' }));
  expect(await screen.findByText(DONE)).toBeVisible();
});

test('rules §2 while a purchase is under way the browser asks before it closes the page, and not otherwise', async () => {
  const server = filled();
  let finish: () => void = () => undefined;
  const user = await confirmed(server, [
    answer(executePurchase, async () => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return { purchase: { purchaseId: 99, items: [] } };
    }),
  ]);
  const mayClose = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(mayClose()).toBe(true);
  await user.type(await pinField(), PIN);
  await waitFor(() => expect(mayClose()).toBe(false));
  expect(storedUnconfirmed.read()).toMatchObject([{ cartId: 81 }]);
  finish();
  expect(await screen.findByText(DONE)).toBeVisible();
  expect(mayClose()).toBe(true);
});

/** Renders step 3 after these events, while its cart cannot be read. */
async function renderUnread(server: SaleServer, events: readonly SaleEvent[]): Promise<UserEvent> {
  const { items, initialAmount } = server;
  const facts = { cartId: 81, items, residualAmount: residualOf(server), voucherInitialAmount: initialAmount };
  const first = [{ type: 'stepChosen', step: 3 } as const, ...events].reduce(
    saleReducer,
    resumedSale(saleCart(z.parse(cart.read, facts))),
  );
  const sale = { kind: 'new', patient: z.parse(patientRow.read, patient), storeId: 41, storeName: 'Bottega' } as const;
  function Step() {
    const [state, dispatch] = useReducer(saleReducer, first);
    if (state.step === 4) return <p>{DONE}</p>;
    return (
      <SummaryStep
        state={state}
        cartId={81}
        facts={{ patient: sale.patient, store: undefined, voucher: undefined }}
        sale={sale}
        dispatch={dispatch}
        onBack={() => undefined}
      />
    );
  }
  const handlers = [lose(readCartSummary), ...saleHandlers(server)];
  const { user } = await renderScreen(<Step />, { as: 'BUSINESS', texts: TEXTS, handlers });
  await screen.findByRole('button', { name: 'Riprova' });
  return user;
}

test("rules §2 'Verifica esito' asks about what was confirmed, although step 3 could not read its cart", async () => {
  const server = filled();
  const user = await renderUnread(server, [
    { type: 'executeStarted', key: '81' },
    { type: 'answerLost', isVerifiable: true },
    { type: 'outcomeUnknown' },
  ]);
  server.purchaseId = 99;
  network.use(...saleHandlers(server));
  await user.click(button('Verifica esito'));
  expect(await screen.findByText(DONE)).toBeVisible();
});

test("§4 'Sì' buys what was confirmed, although step 3 could not read its cart", async () => {
  const server = filled();
  const command = { txCommandId: 92, otpRequired: false };
  const user = await renderUnread(server, [{ type: 'checkPassed', command }]);
  await user.click(await screen.findByRole('button', { name: /^Sì, conferma/ }));
  expect(await screen.findByText(DONE)).toBeVisible();
  expect(purchaseCalls(server)).toEqual(['executePurchase 92 -']);
});
