import type { Id } from '#contract/wire.ts';
import {
  type CommandEvent,
  commandReducer,
  type CommandState,
  INITIAL_COMMAND_STATE,
} from '#src/providers/api/command-reducer.ts';
import { mayBuy, type SaleCart } from './sale-cart.ts';

/** 1 Anagrafica, 2 Scarico Prodotti, 3 Riepilogo, 4 the completed purchase (§2). */
export type Step = 1 | 2 | 3 | 4;

export interface CartTarget {
  readonly patientId: Id;
  readonly voucherId: Id;
  readonly storeId: Id;
}

export interface SaleState {
  readonly step: Step;
  /** Whether the patient has a voucher to spend (§4: step 1 to 2). */
  readonly hasVoucher: boolean;
  /** Opening the cart in step 1, the purchase in step 3. */
  readonly command: CommandState;
  /** The end of the lock that a wrong PIN of this sale has brought. */
  readonly lockedUntil: string | undefined;
  readonly cart: SaleCart | null;
  /** The target of the cart; null for a cart opened before this sale. */
  readonly openedFor: CartTarget | null;
  readonly purchaseId: Id | null;
}

/** An event of a sale (§4). */
export type SaleEvent =
  | CommandEvent
  | { readonly type: 'cartOpened'; readonly cart: SaleCart; readonly target: CartTarget }
  | { readonly type: 'cartUpdated'; readonly cart: SaleCart }
  /** 'Avanti', 'Indietro', and the browser's Back and Forward. */
  | { readonly type: 'stepChosen'; readonly step: 1 | 2 | 3 }
  | { readonly type: 'purchased'; readonly purchaseId: Id; readonly cart: SaleCart };

const SALE_EVENTS = new Set<SaleEvent['type']>(['cartOpened', 'cartUpdated', 'stepChosen', 'purchased']);

/** The initial state of a sale: step 1. */
export function newSale(hasVoucher: boolean): SaleState {
  return {
    step: 1,
    hasVoucher,
    command: INITIAL_COMMAND_STATE,
    lockedUntil: undefined,
    cart: null,
    openedFor: null,
    purchaseId: null,
  };
}

/** The initial state of a sale with an unfinished cart: step 2. */
export function resumedSale(cart: SaleCart): SaleState {
  return { ...newSale(false), step: 2, cart };
}

/** Whether the outcome of the purchase is unknown. Until it is known nothing may be bought or changed (rules §2). */
export function isPurchaseUnknown({ step, command }: SaleState): boolean {
  return step === 3 && command.problem?.kind === 'unknown';
}

/** Whether the sale may change its step: no command is running or unknown. */
export function mayChangeStep(state: SaleState): boolean {
  return state.command.activity === 'idle' && !isPurchaseUnknown(state);
}

function hasStep({ hasVoucher, cart }: SaleState, step: 1 | 2 | 3): boolean {
  if (step === 1) return hasVoucher;
  return cart !== null && (step === 2 || mayBuy(cart));
}

/** Whether 'Avanti' is allowed: step 1 with a voucher, step 2 with lines that the voucher covers (§2, §4, rules §5). */
export function mayGoForward(state: SaleState): boolean {
  if (state.command.activity !== 'idle') return false;
  if (state.step === 1) return state.hasVoucher;
  return state.step === 2 && hasStep(state, 3);
}

function isCommandEvent(event: SaleEvent): event is CommandEvent {
  return !SALE_EVENTS.has(event.type);
}

/** The next state of the stepper of §4. Step 4 is final: late responses change nothing. */
export function saleReducer(state: SaleState, event: SaleEvent): SaleState {
  if (state.step === 4) return state;
  if (isCommandEvent(event)) {
    const command = commandReducer(state.command, event);
    const lockedUntil = command.problem?.kind === 'refused' ? command.problem.refusal.lockedUntil : undefined;
    return { ...state, command, lockedUntil: lockedUntil ?? state.lockedUntil };
  }
  const done = () => commandReducer(state.command, { type: 'done' });
  switch (event.type) {
    case 'cartOpened':
      return { ...state, command: done(), step: 2, cart: event.cart, openedFor: event.target };
    case 'cartUpdated':
      return { ...state, cart: event.cart };
    case 'stepChosen':
      if (!mayChangeStep(state) || !hasStep(state, event.step)) return state;
      return { ...state, command: commandReducer(state.command, { type: 'dropped' }), step: event.step };
    case 'purchased':
      return { ...state, command: done(), step: 4, purchaseId: event.purchaseId, cart: event.cart };
  }
}
