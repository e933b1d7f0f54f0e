import * as z from 'zod/mini';
import { cartItem } from '#contract/entities/cart.ts';
import { money } from '#contract/rules/money.ts';
import type { Id } from '#contract/wire.ts';
import type { StepperEvent } from '#src/pages/patient-search/stepper/stepper-reducer.ts';
import type { Basket, Command, StepperState } from '#src/pages/patient-search/stepper/stepper-state.ts';
import { ApiError, GENERIC } from '#src/providers/http/api-error.ts';

/** What the sale waits for: an answer to a check or to an execute, or word of what became of an execute. */
type Awaited = 'nothing' | 'check' | 'execute' | 'outcome' | 'reason of a refusal';

/** What a run remembers of the events so far, whatever the stepper makes of them. */
export interface Memory {
  readonly awaits: Awaited;
  /** The command that was executed last. */
  readonly executed: Command | null;
  /** Whether an answer was lost, and the command of it that may still be executed. */
  readonly isLost: boolean;
  readonly lost: Command | null;
  /** The commands that the server will not execute any more. */
  readonly spent: readonly Id[];
  /** How many commands the server has given out. */
  readonly commands: number;
}

/** The memory at the start of a sale. */
export const NOTHING_HAPPENED: Memory = {
  awaits: 'nothing',
  executed: null,
  isLost: false,
  lost: null,
  spent: [],
  commands: 0,
};

const line = z.parse(cartItem.read, {
  quantity: 1,
  pricePerUnit: 2.5,
  totalPrice: 2.5,
  product: { productId: 7, name: 'Pane' },
});

function basketOf(count: number, residual: string): Basket {
  const items = Array.from({ length: count }, () => line);
  return { cartId: 1, items, residualAmount: money(residual), voucherInitialAmount: money(110) };
}

/** A cart that the voucher pays. */
export const PAYABLE = basketOf(2, '107.5');
const BASKETS: readonly Basket[] = [PAYABLE, basketOf(1, '0'), basketOf(0, '110'), basketOf(1, '-0.01')];

/** A refusal of an execute, and what it means for its command, now and once its answer was lost (decisions §6). */
interface Meaning {
  readonly refusal: ApiError;
  readonly mayTryAgain: boolean;
  readonly mayRepeatLost: boolean;
}

const ALIVE = { mayTryAgain: true, mayRepeatLost: true };
const OVER = { mayTryAgain: false, mayRepeatLost: false };

function refusalOf(description: string, status?: number, shown = false): ApiError {
  return new ApiError({ description, status, shown });
}

const MEANINGS: readonly Meaning[] = [
  { refusal: refusalOf('TRANSACTION_WRONG_OTP', 409), ...ALIVE },
  { refusal: refusalOf('TOO_MANY_REQUESTS', 429, true), ...ALIVE },
  { refusal: refusalOf(GENERIC, undefined, true), ...ALIVE },
  { refusal: refusalOf(GENERIC, 409), mayTryAgain: true, mayRepeatLost: false },
  { refusal: refusalOf('TRANSACTION_EXPIRED', 409), ...OVER },
  { refusal: refusalOf('CART_CHANGED', 409), ...OVER },
  { refusal: refusalOf('VOUCHER_AMOUNT_NOT_SUFFICIENT', 412, true), ...OVER },
  { refusal: refusalOf('VOUCHER_AMOUNT_NOT_SUFFICIENT', 412), ...OVER },
];
const CHECK_REFUSALS = [
  refusalOf('CART_CHANGED', 409),
  refusalOf('INTERNAL_ERROR', 500, true),
  new ApiError({ lost: true }),
];

/** What a refusal of an execute means. */
export function meaningOf(refusal: ApiError): Meaning {
  return MEANINGS.find((meaning) => meaning.refusal === refusal) ?? { refusal, ...OVER };
}

type Type = StepperEvent['type'];

/** What the sale's hooks may tell next, while they wait for something on a step. */
function answersTo(awaits: Awaited, { step }: StepperState, { isLost }: Memory): readonly Type[] {
  const isPurchase = step === 3;
  switch (awaits) {
    case 'nothing':
      return [];
    case 'check': {
      const other: readonly Type[] = isPurchase ? ['purchased'] : ['cartOpened'];
      const unknown: readonly Type[] = isPurchase && isLost ? ['outcomeUnknown'] : [];
      return ['checkPassed', 'checkPassed', 'checkRefused', 'checkStopped', ...other, ...unknown];
    }
    case 'execute':
      return isPurchase
        ? ['purchased', 'executeRefused', 'answerLost', 'outcomeAsked']
        : ['cartOpened', 'executeRefused', 'answerLost'];
    case 'outcome':
      return ['purchased', 'outcomeNotBought', 'outcomeUnknown'];
    case 'reason of a refusal':
      return ['purchased', 'executeRefused', 'answerLost'];
  }
}

/** What the assistant may press. Whatever the screen still offers while something is under way is pressed too. */
function pressed({ step, dialog, obstacle, commandAlive, command }: StepperState, { awaits }: Memory): readonly Type[] {
  const always: readonly Type[] = ['dialogClosed', 'forwarded', 'wentBack'];
  if (awaits !== 'nothing') return always;
  const isOutcomeUnknown = obstacle?.kind === 'purchaseInDoubt';
  const mayExecute = commandAlive && !isOutcomeUnknown && (dialog !== null || command.otpRequired === null);
  return [
    ...always,
    ...(dialog === null && step !== 2 ? (['checkStarted', 'checkStarted'] as const) : []),
    ...(mayExecute ? (['executeStarted', 'executeStarted', 'executeStarted'] as const) : []),
    ...(isOutcomeUnknown ? (['outcomeAsked', 'outcomeAsked'] as const) : []),
  ];
}

const EVERY_TYPE: readonly Type[] = [
  ...['checkStarted', 'checkPassed', 'checkRefused', 'checkStopped', 'executeStarted', 'executeRefused'],
  ...['answerLost', 'outcomeAsked', 'outcomeNotBought', 'outcomeUnknown', 'dialogClosed', 'cartOpened'],
  ...['cartUpdated', 'forwarded', 'wentBack', 'purchased'],
] as Type[];

/** The kinds of events that may come now, oftener those that lead on. After the purchase anything may come late. */
export function fittingTypes(state: StepperState, memory: Memory): readonly Type[] {
  if (state.step === 4) return EVERY_TYPE;
  const updated: readonly Type[] = state.step > 1 ? ['cartUpdated'] : [];
  const answers = answersTo(memory.awaits, state, memory);
  const goOn = answers.filter((type) => type !== 'purchased');
  return [...answers, ...goOn, ...goOn, ...pressed(state, memory), ...updated];
}

/** The event of a kind; `variant` chooses what comes with it. A purchase tries its lost command again (decisions §6). */
export function eventOf(type: Type, variant: number, { step }: StepperState, memory: Memory): StepperEvent {
  const pick = <T>(values: readonly T[]): T => values[variant % values.length] as T;
  if (type === 'checkPassed') {
    const given = { txCommandId: memory.commands + 1, otpRequired: pick([true, false, null]) };
    return { type, command: step === 3 ? (memory.lost ?? given) : given };
  }
  if (type === 'checkRefused') return { type, refusal: pick(CHECK_REFUSALS) };
  if (type === 'executeRefused') return { type, refusal: pick(MEANINGS).refusal };
  if (type === 'cartOpened' || type === 'cartUpdated') return { type, basket: pick(BASKETS) };
  return type === 'purchased' ? { type, purchaseId: 5, basket: pick(BASKETS) } : { type };
}

function awaitsAfter({ type }: StepperEvent, { step }: StepperState, { awaits }: Memory): Awaited {
  if (type === 'checkStarted') return 'check';
  if (type === 'executeStarted') return 'execute';
  if (type === 'answerLost') return step === 3 ? 'outcome' : 'nothing';
  if (type === 'outcomeAsked') return awaits === 'execute' ? 'reason of a refusal' : 'outcome';
  return ['cartUpdated', 'dialogClosed', 'forwarded', 'wentBack'].includes(type) ? awaits : 'nothing';
}

/** What a run remembers after an event that came in this state. */
export function remember(memory: Memory, event: StepperEvent, state: StepperState): Memory {
  const next = { ...memory, awaits: awaitsAfter(event, state, memory) };
  const { type } = event;
  if (type === 'checkPassed') return { ...next, commands: memory.commands + 1 };
  if (type === 'executeStarted') return { ...next, executed: state.command };
  if (type === 'answerLost') return { ...next, isLost: true, lost: state.step === 3 ? memory.executed : null };
  if (type === 'cartOpened' || type === 'purchased') return { ...next, isLost: false, lost: null };
  if (type !== 'executeRefused') return next;
  const { mayTryAgain, mayRepeatLost } = meaningOf(event.refusal);
  const over = mayTryAgain || !memory.executed ? [] : [memory.executed.txCommandId];
  return { ...next, spent: [...memory.spent, ...over], lost: mayRepeatLost ? memory.lost : null };
}
