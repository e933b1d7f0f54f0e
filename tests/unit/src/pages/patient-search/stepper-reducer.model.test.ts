import fc from 'fast-check';
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
import { ApiError, GENERIC } from '#src/providers/http/api-error.ts';
import { modelRuns } from '#tests/unit/model-runs.ts';

const line = z.parse(cartItem.read, {
  quantity: 1,
  pricePerUnit: 2.5,
  totalPrice: 2.5,
  product: { productId: 7, name: 'Pane' },
});

const basket = fc
  .tuple(fc.nat({ max: 2 }), fc.constantFrom('-0.01', '0', '107.5'))
  .map(([count, residual]): Basket => ({
    cartId: 1,
    items: Array.from({ length: count }, () => line),
    residualAmount: money(residual),
    voucherInitialAmount: money(110),
  }));
const refusal = fc
  .record({
    description: fc.constantFrom(
      ...['TRANSACTION_WRONG_OTP', 'TRANSACTION_EXPIRED', 'CART_CHANGED', 'VOUCHER_AMOUNT_NOT_SUFFICIENT', GENERIC],
    ),
    status: fc.constantFrom(409, 500, undefined),
    shown: fc.boolean(),
    lost: fc.boolean(),
  })
  .map((facts) => new ApiError(facts));
const command = fc.record({
  txCommandId: fc.integer({ min: 1, max: 9 }),
  otpRequired: fc.constantFrom(true, false, null),
});

/** When an event may come: what the hooks of the sale and its buttons send in such a state. */
const FITS: Readonly<Record<StepperEvent['type'], (state: StepperState) => boolean>> = {
  checkStarted: ({ step, activity, dialog }) => activity === 'idle' && dialog === null && (step === 1 || step === 3),
  checkPassed: ({ activity }) => activity === 'checking',
  checkRefused: ({ activity }) => activity === 'checking',
  checkStopped: ({ activity }) => activity === 'checking',
  executeStarted: ({ activity, commandAlive, obstacle }) =>
    activity === 'idle' && commandAlive && obstacle?.kind !== 'purchaseInDoubt',
  executeRefused: ({ step, activity }) => activity === 'executing' || (step === 3 && activity === 'verifying'),
  answerLost: ({ step, activity }) => activity === 'executing' || (step === 3 && activity === 'verifying'),
  outcomeAsked: ({ step, activity, obstacle }) =>
    step === 3 && (activity === 'executing' || (activity === 'idle' && obstacle?.kind === 'purchaseInDoubt')),
  outcomeNotBought: ({ step, activity }) => step === 3 && activity === 'verifying',
  outcomeUnknown: ({ step, activity, answerLost }) =>
    step === 3 && (activity === 'verifying' || (activity === 'checking' && answerLost)),
  dialogClosed: () => true,
  cartOpened: ({ step, activity }) => step === 1 && activity !== 'idle',
  cartUpdated: ({ step, basket: held }) => step > 1 && held !== null,
  forwarded: () => true,
  wentBack: () => true,
  purchased: ({ step }) => step === 3,
};

const event: fc.Arbitrary<StepperEvent> = fc.oneof(
  fc.constantFrom<StepperEvent>(
    { type: 'checkStarted' },
    { type: 'checkStopped' },
    { type: 'executeStarted' },
    { type: 'answerLost' },
    { type: 'outcomeAsked' },
    { type: 'outcomeNotBought' },
    { type: 'outcomeUnknown' },
    { type: 'dialogClosed' },
    { type: 'forwarded' },
    { type: 'wentBack' },
  ),
  command.map((passed): StepperEvent => ({ type: 'checkPassed', command: passed })),
  refusal.map((refused): StepperEvent => ({ type: 'checkRefused', refusal: refused })),
  refusal.map((refused): StepperEvent => ({ type: 'executeRefused', refusal: refused })),
  basket.map((opened): StepperEvent => ({ type: 'cartOpened', basket: opened })),
  basket.map((updated): StepperEvent => ({ type: 'cartUpdated', basket: updated })),
  basket.map((bought): StepperEvent => ({ type: 'purchased', purchaseId: 5, basket: bought })),
);
const start = fc.oneof(fc.boolean().map(newSale), basket.map(resumedSale));
const events = fc.array(event, { minLength: 1, maxLength: 60 });

function canBePaid({ basket: held }: StepperState): boolean {
  return held !== null && held.items.length > 0 && held.residualAmount.gte(0);
}

/** What must hold in every state. */
function expectSound(state: StepperState): void {
  const { step, activity, dialog, command: held, commandAlive, answerLost, lostCommand, obstacle } = state;
  const leadsOn = step === 1 ? state.hasVoucher : step === 2 && canBePaid(state);
  expect(state.forward, "'Avanti'").toBe(activity === 'idle' && leadsOn);
  expect(step === 4, 'step 4 and a purchase').toBe(state.purchaseId !== null);
  expect(step === 1 || state.basket !== null, 'a cart from step 2 on').toBe(true);
  if (dialog !== null) expect(held.txCommandId, 'a dialog needs a command').not.toBe(NO_COMMAND.txCommandId);
  if (commandAlive) expect(held.txCommandId, 'an empty command is not alive').not.toBe(NO_COMMAND.txCommandId);
  if (lostCommand) expect(answerLost, 'a lost command is of a lost answer').toBe(true);
  if (obstacle?.kind === 'purchaseInDoubt') expect(step, 'a purchase in doubt').toBe(3);
  if (step === 4) expect({ activity, dialog, obstacle, answerLost }).toEqual(COMPLETE);
}

const COMPLETE = { activity: 'idle', dialog: null, obstacle: null, answerLost: false };

/** What must hold between a state and the next. */
function expectFollows(before: StepperState, { type }: StepperEvent, after: StepperState): void {
  const isBusy = before.activity !== 'idle';
  if (before.step === 4) expect(after, 'after the purchase nothing happens').toEqual(before);
  if (after.step === 3 && before.step !== 3) {
    expect([type, before.step, canBePaid(before)], 'the way to step 3').toEqual(['forwarded', 2, true]);
  }
  if (type === 'wentBack' && isBusy) expect(after).toEqual(before);
  if (type === 'dialogClosed') {
    if (isBusy) expect(after, 'no dialog closes at work').toEqual(before);
    else expect({ dialog: after.dialog, command: after.command }).toEqual({ dialog: null, command: NO_COMMAND });
  }
  const isInDoubt = before.obstacle?.kind === 'purchaseInDoubt';
  if (isInDoubt && ['dialogClosed', 'wentBack', 'forwarded'].includes(type)) {
    expect([after.step, after.obstacle], 'a purchase in doubt is not walked away from').toEqual([3, before.obstacle]);
  }
  if (before.answerLost && !after.answerLost) expect(['cartOpened', 'purchased']).toContain(type);
}

test('§4 stepper: whatever happens in whatever order, its states are sound and follow from each other', () => {
  fc.assert(
    fc.property(start, events, (first, sequence) => {
      let state = first;
      expectSound(state);
      for (const next of sequence) {
        if (state.step < 4 && !FITS[next.type](state)) continue;
        const before = state;
        state = stepperReducer(before, next);
        expectSound(state);
        expectFollows(before, next, state);
      }
    }),
    modelRuns(1000),
  );
});

test('§4 stepper: the same events lead to the same state, and change none that was', () => {
  fc.assert(
    fc.property(start, events, (first, sequence) => {
      const frozen = JSON.stringify(first);
      expect(sequence.reduce(stepperReducer, first)).toEqual(sequence.reduce(stepperReducer, first));
      expect(JSON.stringify(first)).toBe(frozen);
    }),
    modelRuns(100),
  );
});
