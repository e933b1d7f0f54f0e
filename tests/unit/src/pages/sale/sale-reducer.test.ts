import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { cartItem } from '#contract/calls/carts.ts';
import { money } from '#contract/rules/money.ts';
import { type CommandEvent, NO_COMMAND } from '#src/providers/api/command-reducer.ts';
import type { SaleCart } from '#src/pages/sale/sale-cart.ts';
import {
  type SaleEvent,
  type SaleState,
  mayGoForward,
  newSale,
  resumedSale,
  saleReducer,
} from '#src/pages/sale/sale-reducer.ts';
import { ApiError } from '#src/providers/api/api-error.ts';

const line = z.parse(cartItem.read, {
  quantity: 1,
  pricePerUnit: 2.5,
  totalPrice: 2.5,
  product: { productId: 7, name: 'Pane' },
});
const empty: SaleCart = { cartId: 1, items: [], residualAmount: money(110), voucherInitialAmount: money(110) };
const filled: SaleCart = { ...empty, items: [line], residualAmount: money('107.5') };
const overspent: SaleCart = { ...filled, residualAmount: money('-0.01') };

const passed = { type: 'checkPassed', command: { txCommandId: 9, otpRequired: true } } satisfies CommandEvent;
const checking = { type: 'checkStarted', key: '1' } satisfies CommandEvent;
const executing = { type: 'executeStarted', key: '1' } satisfies CommandEvent;
const lostAnswer = { type: 'answerLost', isVerifiable: true } satisfies CommandEvent;
const wrongPin = {
  type: 'executeRefused',
  refusal: new ApiError({ description: 'TRANSACTION_WRONG_OTP' }),
} satisfies CommandEvent;
const target = { patientId: 1, voucherId: 2, storeId: 3 };
const opened = { type: 'cartOpened', cart: empty, target } satisfies SaleEvent;
const bought = { type: 'purchased', purchaseId: 5, cart: filled } satisfies SaleEvent;
const to = (step: 1 | 2 | 3) => ({ type: 'stepChosen', step }) satisfies SaleEvent;

function after(start: SaleState, ...events: readonly SaleEvent[]): SaleState {
  return events.reduce(saleReducer, start);
}

const step1 = newSale(true);
const step2 = after(step1, opened, { type: 'cartUpdated', cart: filled });
const step3 = after(step2, to(3));
const confirmed = after(step3, checking, passed, executing);
const unknown = after(confirmed, lostAnswer, { type: 'outcomeUnknown' });

test('§2 stepper: a sale begins on step 1, with the defaults of §3', () => {
  expect(step1).toMatchObject({ step: 1, cart: null, purchaseId: null, command: { dialog: null } });
  expect(step1.command.command).toEqual({ txCommandId: 0, otpRequired: null });
});

test('§4 stepper: the lock that a wrong PIN has brought is known after its dialog, and in the next steps', () => {
  const lockedUntil = '2026-01-20T10:15:00+01:00';
  const refusal = new ApiError({ description: 'TRANSACTION_LOCKED', lockedUntil });
  const closed = after(
    step1,
    checking,
    passed,
    executing,
    { type: 'executeRefused', refusal },
    { type: 'dialogClosed' },
  );
  expect(closed).toMatchObject({ lockedUntil, command: { problem: null } });
  expect(after(closed, opened).lockedUntil).toBe(lockedUntil);
});

test.each<[string, SaleState, boolean]>([
  ['step 1 with an ENABLED voucher', step1, true],
  ['step 1 without one', newSale(false), false],
  ['step 1 while the check runs', after(step1, { type: 'checkStarted', key: 'cart' }), false],
  ['step 2 with an empty cart', after(step1, opened), false],
  ['step 2 with lines', step2, true],
  ['step 2 with lines that the voucher does not pay', resumedSale(overspent), false],
  ['step 3', step3, false],
  ['step 4', after(step3, bought), false],
])("§2 'Avanti' on %s", (_, state, forward) => expect(mayGoForward(state)).toBe(forward));

test.each<[string, SaleState, 1 | 2 | 3, number]>([
  ['2 to 3, with lines', step2, 3, 3],
  ['2 to 3, with an empty cart', after(step1, opened), 3, 2],
  ['2 to 3, over the budget', resumedSale(overspent), 3, 2],
  ['3 to 2', step3, 2, 2],
  ['3 to 1', step3, 1, 1],
  ['2 to 1', step2, 1, 1],
  ['back to 2, which keeps its cart', after(step2, to(1)), 2, 2],
  ['1 to 2, without a cart', step1, 2, 1],
  ['2 to 1, of a cart that was left before', resumedSale(filled), 1, 2],
  ['3 to 2 while the purchase is executed', confirmed, 2, 3],
  ['3 to 2 while nobody knows whether the cart is bought', unknown, 2, 3],
  ['3 to 2 once it is known', after(unknown, { type: 'verifyStarted' }, { type: 'verifiedNotDone' }), 2, 2],
  ['4 to 2', after(confirmed, bought), 2, 4],
])('§4 stepper: from step %s', (_, start, step, there) => expect(after(start, to(step)).step).toBe(there));

test('§4 on success the cart is stored and the stepper moves forward', () => {
  const state = after(step1, { type: 'checkStarted', key: 'cart' }, passed, executing, opened);
  expect(state).toMatchObject({ step: 2, cart: { cartId: 1 }, openedFor: target });
  expect(state.command).toMatchObject({ dialog: null, command: NO_COMMAND });
});

test('§4 another step leaves the dialog and its problem behind', () => {
  const state = after(confirmed, wrongPin, to(2));
  expect(state.command).toMatchObject({ dialog: null, problem: null, command: NO_COMMAND });
});

test('rules §2 an answer that was lost is remembered on the way to another step and back', () => {
  const state = after(confirmed, lostAnswer, { type: 'verifiedNotDone' }, to(2), to(1), to(2), to(3));
  expect(state.command.lost).toEqual([{ key: '1', command: { txCommandId: 9, otpRequired: true } }]);
});

test('§4 a purchaseId completes the sale, and nothing happens any more', () => {
  const complete = after(confirmed, bought);
  expect(complete).toMatchObject({ step: 4, purchaseId: 5, command: { dialog: null, activity: 'idle' } });
  expect(after(complete, { type: 'cartUpdated', cart: empty }, checking)).toEqual(complete);
});
