import type { Id } from '#contract/wire.ts';
import {
  type CommandEvent,
  type CommandState,
  NOTHING_ASKED,
  commandReducer,
} from '#src/hooks/two-phase-command/command-reducer.ts';
import { type SaleCart, mayBuy } from './sale-cart.ts';

/** 1 Anagrafica, 2 Scarico Prodotti, 3 Riepilogo, 4 the completed purchase (§2). */
export type Step = 1 | 2 | 3 | 4;

/** What a cart is opened for. */
export interface CartTarget {
  readonly patientId: Id;
  readonly voucherId: Id;
  readonly storeId: Id;
}

export interface SaleState {
  readonly step: Step;
  /** Whether 'Avanti' may be pressed (§2). */
  readonly forward: boolean;
  /** Whether the patient has a voucher to spend (§4: step 1 to 2). */
  readonly hasVoucher: boolean;
  /** The opening of the cart on step 1, the purchase on step 3. */
  readonly command: CommandState;
  readonly cart: SaleCart | null;
  /** What the cart was opened for; null for one that was opened before this sale. */
  readonly openedFor: CartTarget | null;
  readonly purchaseId: Id | null;
}

/** What may happen to a sale (§4). */
export type SaleEvent =
  | CommandEvent
  | { readonly type: 'cartOpened'; readonly cart: SaleCart; readonly target: CartTarget }
  | { readonly type: 'cartUpdated'; readonly cart: SaleCart }
  /** 'Avanti', 'Indietro', and the browser's Back and Forward. */
  | { readonly type: 'stepChosen'; readonly step: 1 | 2 | 3 }
  | { readonly type: 'purchased'; readonly purchaseId: Id; readonly cart: SaleCart };

const SALE_EVENTS = new Set<SaleEvent['type']>(['cartOpened', 'cartUpdated', 'stepChosen', 'purchased']);

/** A sale that begins: step 1, nothing asked. */
export function newSale(hasVoucher: boolean): SaleState {
  return {
    step: 1,
    forward: hasVoucher,
    hasVoucher,
    command: NOTHING_ASKED,
    cart: null,
    openedFor: null,
    purchaseId: null,
  };
}

/** A cart that was left before goes on where its lines are chosen. */
export function resumedSale(cart: SaleCart): SaleState {
  return { ...newSale(false), step: 2, forward: mayBuy(cart), cart };
}

/** Whether nobody knows yet if the cart was bought: until then nothing may be bought or changed (rules §2). */
export function isPurchaseUnknown({ step, command }: SaleState): boolean {
  return step === 3 && command.problem?.kind === 'unknown';
}

/** Whether the sale may go to another step now: nothing is under way, and nothing is unknown. */
export function mayChangeStep(state: SaleState): boolean {
  return state.command.activity === 'idle' && !isPurchaseUnknown(state);
}

function hasStep({ hasVoucher, cart }: SaleState, step: 1 | 2 | 3): boolean {
  if (step === 1) return hasVoucher;
  return cart !== null && (step === 2 || mayBuy(cart));
}

/** Whether 'Avanti' leads on: step 1 with a voucher, step 2 with lines that the voucher can pay (§2, §4, rules §5). */
function mayGoForward(state: SaleState): boolean {
  if (state.command.activity !== 'idle') return false;
  if (state.step === 1) return state.hasVoucher;
  return state.step === 2 && hasStep(state, 3);
}

/** What happens to the command alone. */
function isCommandEvent(event: SaleEvent): event is CommandEvent {
  return !SALE_EVENTS.has(event.type);
}

function apply(state: SaleState, event: SaleEvent): SaleState {
  if (isCommandEvent(event)) return { ...state, command: commandReducer(state.command, event) };
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

/**
 * The stepper of §4: the state after an event. Pure. After the purchase nothing happens any more: what is answered late,
 * to a question that was asked before, changes nothing.
 */
export function saleReducer(state: SaleState, event: SaleEvent): SaleState {
  if (state.step === 4) return state;
  const next = apply(state, event);
  return { ...next, forward: mayGoForward(next) };
}
