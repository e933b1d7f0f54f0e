import type { Id } from '#contract/wire.ts';
import { type ApiError, GENERIC, isOutcomeUnknown } from '#src/providers/http/api-error.ts';
import {
  type Basket,
  type Command,
  NO_COMMAND,
  type Obstacle,
  type Step,
  type StepperState,
  mayBuy,
} from './stepper-state.ts';

/** What may happen to a sale (§4). */
export type StepperEvent =
  | { readonly type: 'checkStarted' }
  | { readonly type: 'checkPassed'; readonly command: Command }
  | { readonly type: 'checkRefused'; readonly refusal: ApiError }
  | { readonly type: 'checkStopped' }
  | { readonly type: 'executeStarted' }
  | { readonly type: 'executeRefused'; readonly refusal: ApiError }
  | { readonly type: 'answerLost' }
  | { readonly type: 'outcomeAsked' }
  | { readonly type: 'outcomeNotBought' }
  | { readonly type: 'outcomeUnknown' }
  | { readonly type: 'dialogClosed' }
  | { readonly type: 'cartOpened'; readonly basket: Basket }
  | { readonly type: 'cartUpdated'; readonly basket: Basket }
  | { readonly type: 'forwarded' }
  | { readonly type: 'wentBack' }
  | { readonly type: 'purchased'; readonly purchaseId: Id; readonly basket: Basket };

/** Refusals after which the same command may be tried again; after any other a new check is needed (decisions §6). */
const LEAVES_COMMAND_ALIVE = new Set([
  'TRANSACTION_WRONG_OTP',
  'INVALID_REQUEST',
  'TOO_MANY_REQUESTS',
  'INTERNAL_ERROR',
  GENERIC,
]);

/** The dialog that a check asks for (§4, decisions §6); none for opening a cart without an explicit flag. */
function dialogFor(step: Step, otpRequired: boolean | null): StepperState['dialog'] {
  if (otpRequired === true) return 'pin';
  return otpRequired === false || step === 3 ? 'confirmation' : null;
}

/** Whether 'Avanti' leads on: step 1 with a voucher, step 2 with lines that the voucher can pay (§2, §4, decisions §5). */
function mayGoForward(state: Omit<StepperState, 'forward'>): boolean {
  if (state.activity !== 'idle') return false;
  if (state.step === 1) return state.hasVoucher;
  return state.step === 2 && state.basket !== null && mayBuy(state.basket);
}

const NOTHING_ASKED = {
  activity: 'idle',
  command: NO_COMMAND,
  dialog: null,
  commandAlive: false,
  obstacle: null,
} as const satisfies Partial<StepperState>;

function stopped(state: StepperState, obstacle: Obstacle): StepperState {
  return { ...state, activity: 'idle', obstacle };
}

const NOTHING_LOST = { answerLost: false, lostCommand: null } as const satisfies Partial<StepperState>;

/** Whether nobody knows yet if the cart was bought: until then nothing may be bought or changed (decisions §2). */
function isPurchaseInDoubt({ obstacle }: StepperState): boolean {
  return obstacle?.kind === 'purchaseInDoubt';
}

function refuseCheck(state: StepperState, refusal: ApiError): StepperState {
  const isCartInDoubt = state.step === 1 && state.answerLost && isOutcomeUnknown(refusal);
  return stopped(state, isCartInDoubt ? { kind: 'cartInDoubt' } : { kind: 'refused', refusal });
}

/** A server that refuses in words of its own, or in none, may mean that the command is spent. */
function mayRepeatLost({ description, status }: ApiError): boolean {
  return LEAVES_COMMAND_ALIVE.has(description) && (description !== GENERIC || status === undefined);
}

function refuseExecute(before: StepperState, refusal: ApiError): StepperState {
  const state = mayRepeatLost(refusal) ? before : { ...before, lostCommand: null };
  if (refusal.description === 'VOUCHER_AMOUNT_NOT_SUFFICIENT') {
    return { ...state, ...NOTHING_ASKED, obstacle: refusal.shown ? null : { kind: 'refused', refusal } };
  }
  if (refusal.description === 'TRANSACTION_WRONG_OTP' && state.dialog !== 'pin') {
    return { ...state, activity: 'idle', dialog: 'pin', obstacle: null };
  }
  const commandAlive = LEAVES_COMMAND_ALIVE.has(refusal.description);
  return { ...stopped(state, { kind: 'refused', refusal }), commandAlive };
}

/** A lost opening of a cart is made good by a new check; a lost purchase is asked about first (decisions §2). */
function loseAnswer(state: StepperState): StepperState {
  if (state.step === 1) return { ...state, ...NOTHING_ASKED, answerLost: true, obstacle: { kind: 'cartInDoubt' } };
  return { ...state, activity: 'verifying', answerLost: true, lostCommand: state.command, obstacle: null };
}

function closeDialog(state: StepperState): StepperState {
  if (state.activity !== 'idle') return state;
  return { ...state, ...NOTHING_ASKED, obstacle: isPurchaseInDoubt(state) ? state.obstacle : null };
}

function goBack(state: StepperState): StepperState {
  const mayGo = state.step === 3 && state.activity === 'idle' && !isPurchaseInDoubt(state);
  return mayGo ? { ...state, ...NOTHING_ASKED, step: 2 } : state;
}

function apply(state: StepperState, event: StepperEvent): StepperState {
  switch (event.type) {
    case 'checkStarted':
      return { ...state, ...NOTHING_ASKED, activity: 'checking' };
    case 'checkPassed': {
      const dialog = dialogFor(state.step, event.command.otpRequired);
      return { ...state, activity: 'idle', command: event.command, commandAlive: true, dialog };
    }
    case 'checkRefused':
      return refuseCheck(state, event.refusal);
    case 'checkStopped':
      return { ...state, ...NOTHING_ASKED };
    case 'executeStarted':
      return { ...state, activity: 'executing', obstacle: null };
    case 'executeRefused':
      return refuseExecute(state, event.refusal);
    case 'answerLost':
      return loseAnswer(state);
    case 'outcomeAsked':
      return { ...state, activity: 'verifying', obstacle: null };
    case 'outcomeNotBought':
      return stopped(state, { kind: 'notBought' });
    case 'outcomeUnknown':
      return stopped(state, { kind: 'purchaseInDoubt' });
    case 'dialogClosed':
      return closeDialog(state);
    case 'cartOpened':
      return { ...state, ...NOTHING_ASKED, ...NOTHING_LOST, step: 2, basket: event.basket };
    case 'cartUpdated':
      return { ...state, basket: event.basket };
    case 'forwarded':
      return state.step === 2 && state.forward ? { ...state, ...NOTHING_ASKED, step: 3 } : state;
    case 'wentBack':
      return goBack(state);
    case 'purchased':
      return {
        ...state,
        ...NOTHING_ASKED,
        ...NOTHING_LOST,
        step: 4,
        purchaseId: event.purchaseId,
        basket: event.basket,
      };
  }
}

/**
 * The stepper of §4: the state after an event. Pure. After the purchase nothing happens any more: what is answered late,
 * to a question that was asked before, changes nothing.
 */
export function stepperReducer(state: StepperState, event: StepperEvent): StepperState {
  if (state.step === 4) return state;
  const next = apply(state, event);
  return { ...next, forward: mayGoForward(next) };
}
