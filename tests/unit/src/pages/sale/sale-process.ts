import * as z from 'zod/mini';
import { cartItem } from '#contract/calls/carts.ts';
import { money } from '#contract/rules/money.ts';
import type { Id } from '#contract/wire.ts';
import type { Command } from '#src/providers/api/command-reducer.ts';
import type { SaleCart } from '#src/pages/sale/sale-cart.ts';
import type { SaleEvent, SaleState } from '#src/pages/sale/sale-reducer.ts';
import { ApiError, GENERIC } from '#src/providers/api/api-error.ts';

/** What the sale waits for: the response to a check or an execute, or the outcome of an execute. */
type Awaited = 'nothing' | 'check' | 'execute' | 'outcome' | 'reason of a refusal';

/** What a run knows of the events so far, independently of the reducer. */
export interface Memory {
  readonly awaits: Awaited;
  /** The last executed command. */
  readonly executed: Command | null;
  /** The keys whose response was lost, each with its command if that can still be executed. */
  readonly lost: Readonly<Record<string, Command | null>>;
  /** The commands that the server no longer executes. */
  readonly spent: readonly Id[];
  /** The number of commands that the server has created. */
  readonly commands: number;
}

/** The memory at the start of a sale. */
export const NOTHING_HAPPENED: Memory = {
  awaits: 'nothing',
  executed: null,
  lost: {},
  spent: [],
  commands: 0,
};

const line = z.parse(cartItem.read, {
  quantity: 1,
  pricePerUnit: 2.5,
  totalPrice: 2.5,
  product: { productId: 7, name: 'Pane' },
});

function cartWith(count: number, residual: string): SaleCart {
  const items = Array.from({ length: count }, () => line);
  return { cartId: 1, items, residualAmount: money(residual), voucherInitialAmount: money(110) };
}

/** A cart that the voucher can pay. */
export const PAYABLE = cartWith(2, '107.5');
const CARTS: readonly SaleCart[] = [PAYABLE, cartWith(1, '0'), cartWith(0, '110'), cartWith(1, '-0.01')];

/** The meaning of a refused execute for its command, now and after a lost response (rules §6). */
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

type Type = SaleEvent['type'];

/** The events that the sale's hooks may send while they wait. */
function answersTo(awaits: Awaited, { step }: SaleState, { lost }: Memory): readonly Type[] {
  const isPurchase = step === 3;
  switch (awaits) {
    case 'nothing':
      return [];
    case 'check': {
      const other: readonly Type[] = isPurchase ? ['purchased'] : ['cartOpened'];
      const unknown: readonly Type[] = keyOn(step) in lost ? ['outcomeUnknown'] : [];
      return ['checkPassed', 'checkPassed', 'checkRefused', 'checkStopped', ...other, ...unknown];
    }
    case 'execute':
      return isPurchase
        ? ['purchased', 'executeRefused', 'answerLost', 'verifyStarted']
        : ['cartOpened', 'executeRefused', 'answerLost'];
    case 'outcome':
      return ['purchased', 'verifiedNotDone', 'outcomeUnknown'];
    case 'reason of a refusal':
      return ['purchased', 'executeRefused', 'answerLost'];
  }
}

/** The events of the assistant. Buttons that stay enabled during a command are pressed too. */
function pressed({ step, command }: SaleState, { awaits }: Memory): readonly Type[] {
  const { dialog, problem, isExecutable } = command;
  const always: readonly Type[] = ['dialogClosed', 'stepChosen', 'stepChosen'];
  if (awaits !== 'nothing') return always;
  const isUnknown = step === 3 && problem?.kind === 'unknown';
  const mayExecute = isExecutable && !isUnknown && dialog !== null;
  return [
    ...always,
    ...(dialog === null && step !== 2 ? (['checkStarted', 'checkStarted'] as const) : []),
    ...(mayExecute ? (['executeStarted', 'executeStarted', 'executeStarted'] as const) : []),
    ...(isUnknown ? (['verifyStarted', 'verifyStarted'] as const) : []),
  ];
}

const EVERY_TYPE: readonly Type[] = [
  ...['checkStarted', 'checkPassed', 'checkRefused', 'checkStopped', 'executeStarted', 'executeRefused'],
  ...['answerLost', 'verifyStarted', 'verifiedNotDone', 'outcomeUnknown', 'dialogClosed', 'cartOpened'],
  ...['cartUpdated', 'stepChosen', 'purchased'],
] as Type[];

/** The possible next events, more often those that lead on. After the purchase any event may come late. */
export function fittingTypes(state: SaleState, memory: Memory): readonly Type[] {
  if (state.step === 4) return EVERY_TYPE;
  const updated: readonly Type[] = state.step > 1 ? ['cartUpdated'] : [];
  const answers = answersTo(memory.awaits, state, memory);
  const goOn = answers.filter((type) => type !== 'purchased');
  return [...answers, ...goOn, ...goOn, ...pressed(state, memory), ...updated];
}

/** The patient, voucher and store of the cart. */
const TARGET = { patientId: 1, voucherId: 2, storeId: 3 };

/** The key of the command of a step. */
export function keyOn(step: SaleState['step']): string {
  return step === 1 ? 'cart' : '1';
}

/** The event of a type; `variant` chooses its content. A purchase repeats its lost command (rules §6). */
export function eventOf(type: Type, variant: number, { step }: SaleState, memory: Memory): SaleEvent {
  const pick = <T>(values: readonly T[]): T => values[variant % values.length] as T;
  if (type === 'checkPassed') {
    const given = { txCommandId: memory.commands + 1, otpRequired: pick([true, false, null]) };
    return { type, command: memory.lost[keyOn(step)] ?? given };
  }
  if (type === 'checkRefused') return { type, refusal: pick(CHECK_REFUSALS) };
  if (type === 'executeRefused') return { type, refusal: pick(MEANINGS).refusal };
  if (type === 'cartOpened') return { type, cart: pick(CARTS), target: TARGET };
  if (type === 'cartUpdated') return { type, cart: pick(CARTS) };
  if (type === 'stepChosen') return { type, step: pick([1, 2, 3] as const) };
  if (type === 'answerLost') return { type, isVerifiable: step === 3 };
  if (type === 'checkStarted' || type === 'executeStarted') return { type, key: keyOn(step) };
  return type === 'purchased' ? { type, purchaseId: 5, cart: pick(CARTS) } : { type };
}

function awaitsAfter({ type }: SaleEvent, { step }: SaleState, { awaits }: Memory): Awaited {
  if (type === 'checkStarted') return 'check';
  if (type === 'executeStarted') return 'execute';
  if (type === 'answerLost') return step === 3 ? 'outcome' : 'nothing';
  if (type === 'verifyStarted') return awaits === 'execute' ? 'reason of a refusal' : 'outcome';
  return ['cartUpdated', 'dialogClosed', 'stepChosen'].includes(type) ? awaits : 'nothing';
}

/** The memory after an event in this state. */
export function remember(memory: Memory, event: SaleEvent, state: SaleState): Memory {
  const next = { ...memory, awaits: awaitsAfter(event, state, memory) };
  const { type } = event;
  if (type === 'checkPassed') return { ...next, commands: memory.commands + 1 };
  if (type === 'executeStarted') return { ...next, executed: state.command.command };
  const key = keyOn(state.step);
  const { [key]: own, ...others } = memory.lost;
  if (type === 'answerLost') return { ...next, lost: { ...others, [key]: state.step === 3 ? memory.executed : null } };
  if (type === 'cartOpened' || type === 'purchased') return { ...next, lost: others };
  if (type !== 'executeRefused') return next;
  const { mayTryAgain, mayRepeatLost } = meaningOf(event.refusal);
  const over = mayTryAgain || !memory.executed ? [] : [memory.executed.txCommandId];
  return {
    ...next,
    spent: [...memory.spent, ...over],
    lost: own === undefined ? others : { ...others, [key]: mayRepeatLost ? own : null },
  };
}
