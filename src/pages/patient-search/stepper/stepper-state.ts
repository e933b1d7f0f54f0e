import type { CartItem } from '#contract/entities/cart.ts';
import type { Money } from '#contract/rules/money.ts';
import type { Id } from '#contract/wire.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';

/** 1 Anagrafica, 2 Scarico Prodotti, 3 Riepilogo, 4 the completed purchase (§2). */
export type Step = 1 | 2 | 3 | 4;

/** The two-phase command that a check answered (§3): nothing has been asked while `txCommandId` is 0. */
export interface Command {
  readonly txCommandId: Id;
  readonly otpRequired: boolean | null;
}

/** §3: the defaults of a command on the client. */
export const NO_COMMAND: Command = { txCommandId: 0, otpRequired: null };

/** The cart on the screen. Amounts in euro; the residual may be negative (decisions §5). */
export interface Basket {
  readonly cartId: Id;
  readonly items: readonly CartItem[];
  readonly residualAmount: Money;
  readonly voucherInitialAmount: Money;
}

/**
 * What stands between the assistant and the next step: a refusal by the server, an opening of a cart whose answer
 * was lost, a purchase that the server was asked about and does not know, or one about which nobody answers.
 */
export type Obstacle =
  | { readonly kind: 'refused'; readonly refusal: ApiError }
  | { readonly kind: 'cartInDoubt' }
  | { readonly kind: 'notBought' }
  | { readonly kind: 'purchaseInDoubt' };

export interface StepperState {
  readonly step: Step;
  /** Whether 'Avanti' may be pressed (§2). */
  readonly forward: boolean;
  /** Whether the patient has a voucher to spend (§4: step 1 to 2). */
  readonly hasVoucher: boolean;
  readonly activity: 'idle' | 'checking' | 'executing' | 'verifying';
  readonly command: Command;
  readonly dialog: 'pin' | 'confirmation' | null;
  /** Whether the command can still be executed; a spent one needs a new check. */
  readonly commandAlive: boolean;
  /** Whether the answer to an execute of this cart was lost: a purchase is asked about before anything else (decisions §2). */
  readonly answerLost: boolean;
  /**
   * The command of the purchase whose answer was lost, while it may still be executed. To try again is to try this one
   * again: it is executed at most once (decisions §6), however late the first request arrives.
   */
  readonly lostCommand: Command | null;
  readonly obstacle: Obstacle | null;
  readonly basket: Basket | null;
  readonly purchaseId: Id | null;
}

/** A sale that begins: step 1, nothing asked. */
export function newSale(hasVoucher: boolean): StepperState {
  return {
    step: 1,
    forward: hasVoucher,
    hasVoucher,
    activity: 'idle',
    command: NO_COMMAND,
    dialog: null,
    commandAlive: false,
    answerLost: false,
    lostCommand: null,
    obstacle: null,
    basket: null,
    purchaseId: null,
  };
}

/** A cart that was left before goes on where its lines are chosen. */
export function resumedSale(basket: Basket): StepperState {
  return { ...newSale(true), step: 2, forward: mayBuy(basket), basket };
}

/** Whether a cart may be bought: it has lines and the voucher pays for them (§4, decisions §5). */
export function mayBuy(basket: Basket): boolean {
  return basket.items.length > 0 && !basket.residualAmount.lt(0);
}
