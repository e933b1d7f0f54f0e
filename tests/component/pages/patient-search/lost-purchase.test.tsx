import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { HttpHandler } from 'msw';
import { useReducer } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { readCartSummary } from '#contract/calls/carts.ts';
import { executePurchase } from '#contract/calls/purchases.ts';
import { cart } from '#contract/entities/cart.ts';
import { patient as patientRow } from '#contract/entities/patient.ts';
import { useScanState } from '#src/pages/sale/products-step/scans/scan-store.ts';
import { saleCart } from '#src/pages/sale/sale-cart.ts';
import { type SaleEvent, resumedSale, saleReducer } from '#src/pages/sale/sale-reducer.ts';
import { SummaryStep } from '#src/pages/sale/summary-step/summary-step.tsx';
import { currentAlerts } from '#src/providers/notifications/alert-store.ts';
import { storedUnconfirmed } from '#src/providers/session/unconfirmed-purchases.ts';
import { renderScreen } from '../../render-screen.tsx';
import { answer, lose, loseAfter, network, refuse } from '../../network.ts';
import { shortenPollingPauses } from '../../timeouts.ts';
import { button, pinField, renderSummary } from './sell.tsx';
import { type Shop, TEXTS, bread, openShop, patient, residualOf, shopHandlers } from './shop.ts';

const PIN = '12345{Enter}';
const DONE = 'Operazione avvenuto con successo';

const filled = () => openShop({ items: [{ product: bread, quantity: 2, pricePerUnit: 2.5, totalPrice: 5 }] });

/** Goes to step 3 and presses 'Conferma'. */
async function confirmed(shop: Shop, handlers: readonly HttpHandler[]): Promise<UserEvent> {
  const user = await renderSummary(shop, handlers);
  await user.keyboard('{Enter}');
  return user;
}

/** The server buys the cart, and its response is lost. */
function loseAfterBuying(shop: Shop) {
  return loseAfter(executePurchase, ({ body }) => {
    shop.asked.push(`executePurchase ${String(body.txCommandId)} ${body.otp ?? '-'}`);
    shop.purchaseId = 99;
  });
}

const purchaseCalls = ({ asked }: Shop) => asked.filter((call) => call.includes('Purchase'));

test('rules §2 a lost answer is asked about: the purchase that went through is completed', async () => {
  const shop = filled();
  const user = await confirmed(shop, [loseAfterBuying(shop)]);
  await user.type(await pinField(), PIN);
  expect(await screen.findByText(DONE)).toBeVisible();
  expect(button('Stampa')).toBeEnabled();
  expect(currentAlerts()).toEqual([]);
  expect(purchaseCalls(shop)).toEqual(['checkPurchase', 'executePurchase 92 12345']);
  expect(storedUnconfirmed.read()).toBeNull();
});

test('rules §2 a request that is still on its way when the portal asks: it goes on asking', async () => {
  shortenPollingPauses();
  const shop = filled();
  let questions = 0;
  const user = await confirmed(shop, [lose(executePurchase)]);
  network.use(
    answer(readCartSummary, () => {
      questions += 1;
      const cart = { cartId: 81, items: shop.items, itemsAmount: 5, residualAmount: 105, voucherInitialAmount: 110 };
      return { cart: { ...cart, purchaseId: questions < 3 ? null : 99 } };
    }),
  );
  await user.type(await pinField(), PIN);
  expect(await screen.findByText(DONE)).toBeVisible();
  expect(questions).toBe(3);
});

test('rules §2 a lost answer of a purchase that is not on record may be confirmed again', async () => {
  shortenPollingPauses();
  const shop = filled();
  const user = await confirmed(shop, [lose(executePurchase)]);
  await user.type(await pinField(), PIN);
  expect(await screen.findByText(/l'acquisto non risulta registrato/)).toBeVisible();
  network.use(refuse(executePurchase, 'TRANSACTION_ALREADY_EXECUTED'));
  shop.purchaseId = 99;
  await user.type(await pinField(), PIN);
  expect(await screen.findByText(DONE)).toBeVisible();
});

test('rules §6 after a lost answer the same command is tried again, also from the step: it is executed at most once', async () => {
  shortenPollingPauses();
  const shop = filled();
  const user = await confirmed(shop, [lose(executePurchase)]);
  await user.type(await pinField(), PIN);
  await screen.findByText(/l'acquisto non risulta registrato/);
  fireEvent.keyDown(await pinField(), { key: 'Escape', keyCode: 27 });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  network.use(...shopHandlers(shop));
  await user.click(button('Conferma'));
  await user.type(await pinField(), PIN);
  expect(await screen.findByText(DONE)).toBeVisible();
  expect(purchaseCalls(shop)).toEqual(['checkPurchase', 'executePurchase 92 12345']);
});

test('rules §2 nobody answers: the purchase is not repeated before the server has been asked', async () => {
  shortenPollingPauses();
  const shop = filled();
  const user = await confirmed(shop, [loseAfterBuying(shop)]);
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
  network.use(...shopHandlers(shop));
  await user.click(button('Verifica esito'));
  expect(await screen.findByText(DONE)).toBeVisible();
  expect(purchaseCalls(shop)).toEqual(['checkPurchase', 'executePurchase 92 12345']);
});

test.each<[string, Parameters<typeof refuse>[1]]>([
  ['what was refused the second time', 'VOUCHER_AMOUNT_NOT_SUFFICIENT'],
  ['the cart is gone from the server', 'CART_NOT_FOUND'],
])('rules §2 a refusal behind which the purchase hides: %s', async (_, description) => {
  shortenPollingPauses();
  const shop = filled();
  const user = await confirmed(shop, [lose(executePurchase)]);
  await user.type(await pinField(), PIN);
  await screen.findByText(/l'acquisto non risulta registrato/);
  shop.purchaseId = 99;
  network.use(refuse(executePurchase, description));
  await user.type(await pinField(), PIN);
  expect(await screen.findByText(DONE)).toBeVisible();
  expect(currentAlerts()).toEqual([]);
});

test('rules §2 TRANSACTION_ALREADY_EXECUTED without a lost answer: the cart is bought, by a doubled request or another tab', async () => {
  const shop = filled();
  const user = await confirmed(shop, [refuse(executePurchase, 'TRANSACTION_ALREADY_EXECUTED')]);
  shop.purchaseId = 99;
  await user.type(await pinField(), PIN);
  expect(await screen.findByText(DONE)).toBeVisible();
});

test('§8 TRANSACTION_ALREADY_EXECUTED of a cart that is not bought is told in the dialog', async () => {
  const user = await confirmed(filled(), [refuse(executePurchase, 'TRANSACTION_ALREADY_EXECUTED')]);
  await user.type(await pinField(), PIN);
  expect(await screen.findByText("La transazione e' gia' stata eseguita")).toBeVisible();
});

test('rules §2 the assistant may stop waiting for a silent server; the purchase is then asked about', async () => {
  const shop = filled();
  await confirmed(shop, [
    answer(executePurchase, async () => {
      shop.purchaseId = 99;
      await new Promise(() => undefined);
      return { purchase: { purchaseId: 99, items: [] } };
    }),
  ]);
  const pin = await pinField();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  fireEvent.change(pin, { target: { value: '12345' } });
  fireEvent.submit(pin);
  await waitFor(() => expect(shop.purchaseId).toBe(99));
  expect(screen.queryByRole('button', { name: 'Smetti di attendere' })).not.toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(5000));
  fireEvent.click(screen.getByRole('button', { name: 'Smetti di attendere' }));
  expect(await screen.findByText(DONE)).toBeVisible();
});

test('rules §2 while a purchase is under way the browser asks before it closes the page, and not otherwise', async () => {
  const shop = filled();
  let finish: () => void = () => undefined;
  const user = await confirmed(shop, [
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
async function renderUnread(shop: Shop, events: readonly SaleEvent[]): Promise<UserEvent> {
  const { items, initialAmount } = shop;
  const facts = { cartId: 81, items, residualAmount: residualOf(shop), voucherInitialAmount: initialAmount };
  const first = [{ type: 'stepChosen', step: 3 } as const, ...events].reduce(
    saleReducer,
    resumedSale(saleCart(z.parse(cart.read, facts))),
  );
  const sale = { kind: 'new', patient: z.parse(patientRow.read, patient), storeId: 41, storeName: 'Bottega' } as const;
  function Step() {
    const [state, dispatch] = useReducer(saleReducer, first);
    const scanState = useScanState(sale);
    if (state.step === 4) return <p>{DONE}</p>;
    return (
      <SummaryStep
        state={state}
        cartId={81}
        facts={{ patient: sale.patient, store: undefined, voucher: undefined }}
        scanState={scanState}
        dispatch={dispatch}
        onBack={() => undefined}
      />
    );
  }
  const handlers = [lose(readCartSummary), ...shopHandlers(shop)];
  const { user } = await renderScreen(<Step />, { as: 'BUSINESS', texts: TEXTS, handlers });
  await screen.findByRole('button', { name: 'Riprova' });
  return user;
}

test("rules §2 'Verifica esito' asks about what was confirmed, although step 3 could not read its cart", async () => {
  const shop = filled();
  const user = await renderUnread(shop, [
    { type: 'executeStarted', key: '81' },
    { type: 'answerLost', isVerifiable: true },
    { type: 'outcomeUnknown' },
  ]);
  shop.purchaseId = 99;
  network.use(...shopHandlers(shop));
  await user.click(button('Verifica esito'));
  expect(await screen.findByText(DONE)).toBeVisible();
});

test("§4 'Sì' buys what was confirmed, although step 3 could not read its cart", async () => {
  const shop = filled();
  const command = { txCommandId: 92, otpRequired: false };
  const user = await renderUnread(shop, [{ type: 'checkPassed', command }]);
  await user.click(await screen.findByRole('button', { name: 'Sì' }));
  expect(await screen.findByText(DONE)).toBeVisible();
  expect(purchaseCalls(shop)).toEqual(['executePurchase 92 -']);
});
