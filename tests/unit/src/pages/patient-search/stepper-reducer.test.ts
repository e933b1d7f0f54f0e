import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { cartItem } from '#contract/entities/cart.ts';
import { money } from '#contract/rules/money.ts';
import { type StepperEvent, stepperReducer } from '#src/pages/patient-search/stepper/stepper-reducer.ts';
import {
  type Basket,
  NO_COMMAND,
  type StepperState,
  newSale,
  resumedSale,
} from '#src/pages/patient-search/stepper/stepper-state.ts';
import { ApiError } from '#src/providers/http/api-error.ts';

const line = z.parse(cartItem.read, {
  quantity: 1,
  pricePerUnit: 2.5,
  totalPrice: 2.5,
  product: { productId: 7, name: 'Pane' },
});
const empty: Basket = { cartId: 1, items: [], residualAmount: money(110), voucherInitialAmount: money(110) };
const filled: Basket = { ...empty, items: [line], residualAmount: money('107.5') };
const overspent: Basket = { ...filled, residualAmount: money('-0.01') };

const refused = (description: string, facts: ConstructorParameters<typeof ApiError>[0] = {}) =>
  ({ type: 'executeRefused', refusal: new ApiError({ description, ...facts }) }) satisfies StepperEvent;
const passed = (otpRequired: boolean | null) =>
  ({ type: 'checkPassed', command: { txCommandId: 9, otpRequired } }) satisfies StepperEvent;
const opened = { type: 'cartOpened', basket: empty } satisfies StepperEvent;
const bought = { type: 'purchased', purchaseId: 5, basket: filled } satisfies StepperEvent;

function after(start: StepperState, ...events: readonly StepperEvent[]): StepperState {
  return events.reduce(stepperReducer, start);
}

const step1 = newSale(true);
const step2 = resumedSale(filled);
const step3 = after(step2, { type: 'forwarded' });
const checked = after(step3, { type: 'checkStarted' }, passed(true), { type: 'executeStarted' });
const lost = after(checked, { type: 'answerLost' });

test('§2 stepper: a sale begins on step 1, with the defaults of §3', () => {
  expect(step1).toMatchObject({ step: 1, dialog: null, basket: null, purchaseId: null });
  expect(step1.command).toEqual({ txCommandId: 0, otpRequired: null });
});

test.each<[string, StepperState, boolean]>([
  ['step 1 with an ENABLED voucher', step1, true],
  ['step 1 without one', newSale(false), false],
  ['step 1 while the check runs', after(step1, { type: 'checkStarted' }), false],
  ['step 2 with an empty cart', after(step1, opened), false],
  ['step 2 with lines', step2, true],
  ['step 2 with lines that the voucher does not pay', resumedSale(overspent), false],
  ['step 3', step3, false],
  ['step 4', after(step3, bought), false],
])("§2 'Avanti' on %s", (_, state, forward) => expect(state.forward).toBe(forward));

test.each<[string, StepperState, boolean | null, StepperState['dialog']]>([
  ['opening a cart, true', step1, true, 'pin'],
  ['opening a cart, false', step1, false, 'confirmation'],
  ['opening a cart, not said', step1, null, null],
  ['a purchase, true', step3, true, 'pin'],
  ['a purchase, false', step3, false, 'confirmation'],
  ['a purchase, not said', step3, null, 'confirmation'],
])('§4 the dialog follows otpRequired: %s', (_, start, otpRequired, dialog) => {
  const state = after(start, { type: 'checkStarted' }, passed(otpRequired));
  expect(state).toMatchObject({ dialog, activity: 'idle', commandAlive: true });
});

test('§4 a refused check advances nothing and opens nothing', () => {
  const refusal = new ApiError({ description: 'VOUCHER_NOT_ENABLED' });
  const state = after(step1, { type: 'checkStarted' }, { type: 'checkRefused', refusal });
  expect(state).toMatchObject({ step: 1, dialog: null, forward: true, obstacle: { kind: 'refused', refusal } });
});

test('§4 on success the cart is stored and the stepper moves forward', () => {
  const state = after(step1, passed(true), { type: 'executeStarted' }, opened);
  expect(state).toMatchObject({ step: 2, dialog: null, command: NO_COMMAND, basket: { cartId: 1 } });
});

test.each<[string, boolean]>([
  ['TRANSACTION_WRONG_OTP', true],
  ['TOO_MANY_REQUESTS', true],
  ['TRANSACTION_LOCKED', false],
  ['TRANSACTION_EXPIRED', false],
  ['TRANSACTION_ALREADY_EXECUTED', false],
  ['CART_CHANGED', false],
  ['CART_EMPTY', false],
])('§8 %s stays in the dialog; another attempt makes sense: %s', (description, commandAlive) => {
  const state = after(checked, refused(description));
  expect(state).toMatchObject({ step: 3, dialog: 'pin', commandAlive, obstacle: { kind: 'refused' } });
});

test('§8 412: the dialog closes, the alert of the shell says why', () => {
  const state = after(checked, refused('VOUCHER_AMOUNT_NOT_SUFFICIENT', { shown: true }));
  expect(state).toMatchObject({ step: 3, dialog: null, obstacle: null, command: NO_COMMAND });
});

test('decisions §6 a PIN that the check did not announce is asked for when the server wants it', () => {
  const state = after(step1, passed(null), { type: 'executeStarted' }, refused('TRANSACTION_WRONG_OTP'));
  expect(state).toMatchObject({ step: 1, dialog: 'pin', obstacle: null, command: { txCommandId: 9 } });
});

test('§4 closing a dialog clears the error and resets the otp state', () => {
  const state = after(checked, refused('TRANSACTION_WRONG_OTP'), { type: 'dialogClosed' });
  expect(state).toMatchObject({ step: 3, dialog: null, obstacle: null, command: NO_COMMAND });
});

test('§4 a dialog does not close while its command is executed', () => {
  expect(after(checked, { type: 'dialogClosed' })).toEqual(checked);
});

test('§4 step 3 goes back to 2, but not while a purchase is executed', () => {
  expect(after(step3, { type: 'wentBack' })).toMatchObject({ step: 2, forward: true });
  expect(after(checked, { type: 'wentBack' }).step).toBe(3);
});

test('§4 an empty cart does not lead to step 3', () => {
  expect(after(step1, opened, { type: 'forwarded' }).step).toBe(2);
});

test('§4 a purchaseId completes the sale', () => {
  expect(after(checked, bought)).toMatchObject({ step: 4, purchaseId: 5, dialog: null });
});

test('decisions §2 a lost opening of a cart says so and can be checked anew', () => {
  const state = after(step1, passed(true), { type: 'executeStarted' }, { type: 'answerLost' });
  expect(state).toMatchObject({ step: 1, forward: true, dialog: null, obstacle: { kind: 'cartInDoubt' } });
});

test.each<[string, StepperEvent, string]>([
  ['not bought', { type: 'outcomeNotBought' }, 'notBought'],
  ['no answer either', { type: 'outcomeUnknown' }, 'purchaseInDoubt'],
])('decisions §2 a lost purchase is asked about first: %s', (_, outcome, kind) => {
  expect(lost).toMatchObject({ activity: 'verifying', answerLost: true, dialog: 'pin' });
  const state = after(lost, outcome);
  expect(state).toMatchObject({ step: 3, activity: 'idle', obstacle: { kind }, command: { txCommandId: 9 } });
});

test('decisions §2 that an answer was lost is remembered beyond the dialog, until the purchase is found', () => {
  const state = after(checked, { type: 'answerLost' }, { type: 'outcomeNotBought' }, { type: 'dialogClosed' });
  expect(state.answerLost).toBe(true);
  expect(after(state, bought).answerLost).toBe(false);
});

const inDoubt = after(lost, { type: 'outcomeUnknown' });

test('decisions §2 while nobody knows, closing the dialog keeps the question, and there is no way back', () => {
  const closed = after(inDoubt, { type: 'dialogClosed' });
  expect(closed).toMatchObject({ step: 3, dialog: null, obstacle: { kind: 'purchaseInDoubt' }, command: NO_COMMAND });
  expect(after(closed, { type: 'wentBack' })).toEqual(closed);
  const settled = after(closed, { type: 'outcomeAsked' }, { type: 'outcomeNotBought' }, { type: 'wentBack' });
  expect(settled).toMatchObject({ step: 2, obstacle: null, answerLost: true });
});

test.each<[string, StepperEvent, boolean]>([
  ['a wrong PIN', refused('TRANSACTION_WRONG_OTP'), true],
  ['no way to the server', refused('GENERIC'), true],
  ['a refusal without a reason', refused('GENERIC', { status: 409 }), false],
  ['an expired command', refused('TRANSACTION_EXPIRED'), false],
  ['a changed cart', refused('CART_CHANGED'), false],
  ['the voucher', refused('VOUCHER_AMOUNT_NOT_SUFFICIENT'), false],
])('decisions §6 the command of a lost answer is tried again until it is spent: after %s %s', (_, event, isKept) => {
  const state = after(lost, { type: 'outcomeNotBought' }, { type: 'executeStarted' }, event, { type: 'dialogClosed' });
  expect(state.lostCommand).toEqual(isKept ? { txCommandId: 9, otpRequired: true } : null);
});

test('decisions §2 a check that is lost after a lost opening leaves the cart in doubt', () => {
  const opening = after(step1, passed(true), { type: 'executeStarted' }, { type: 'answerLost' });
  const lostCheck = { type: 'checkRefused', refusal: new ApiError({ lost: true }) } satisfies StepperEvent;
  expect(after(opening, { type: 'checkStarted' }, lostCheck).obstacle).toEqual({ kind: 'cartInDoubt' });
  expect(after(step1, { type: 'checkStarted' }, lostCheck).obstacle).toMatchObject({ kind: 'refused' });
});

test('decisions §2 a check that nobody waits for any more leaves nothing behind', () => {
  expect(after(step3, { type: 'checkStarted' }, { type: 'checkStopped' })).toEqual(step3);
});
