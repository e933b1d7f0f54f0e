import { setTimeout as delay } from 'node:timers/promises';
import type { Call, CallAnswer, CallInput } from '#contract/call.ts';
import { checkCart, executeCart, putCartProduct, readCartSummary } from '#contract/calls/carts.ts';
import { checkPurchase, executePurchase } from '#contract/calls/purchases.ts';
import { type Outcome, callServer } from '#tests/api/support/call-server.ts';
import { PRODUCTS, STORES } from '#tests/api/support/fixture.ts';
import { patientOf, pinOf } from '#tests/faults/fixture/people.ts';

const PAUSE_MS = 100;
const AWAY = 503;

/** A purchase that the server confirmed to a seller, in its response or in a later query. */
export interface Sold {
  /** The seed of the patient. */
  readonly seed: number;
  readonly cartId: number;
  readonly purchaseId: number;
  readonly hadToAsk: boolean;
  readonly at: number;
}

/** The observations of all sellers. */
export interface Diary {
  readonly sold: Sold[];
  /** The times of calls with the response 503. */
  readonly refusedAt: number[];
}

interface Till {
  readonly url: string;
  readonly token: string;
  readonly diary: Diary;
}

async function callOnce<C extends Call>(
  { url, token, diary }: Till,
  call: C,
  input: CallInput<C>,
): Promise<Outcome<C>> {
  const outcome = await callServer(url, call, input, { token });
  if (outcome.status === AWAY) diary.refusedAt.push(Date.now());
  return outcome;
}

/** Repeats a repeatable call until the server can serve it. */
async function callUntilServed<C extends Call>(till: Till, call: C, input: CallInput<C>): Promise<CallAnswer<C>> {
  for (;;) {
    const { data, status, error } = await callOnce(till, call, input);
    if (data !== undefined) return data;
    if (status !== AWAY) throw new Error(`${call.name}: ${status} ${String(error?.description)}`);
    await delay(PAUSE_MS);
  }
}

/** Throws unless the outcome of a failed command is unknown: it may have been executed, or may still be. */
function requireUnknown(call: Call, { status, error }: Pick<Outcome<Call>, 'status' | 'error'>): void {
  if (status === AWAY || error?.description === 'TRANSACTION_ALREADY_EXECUTED') return;
  throw new Error(`${call.name}: ${status} ${String(error?.description)}`);
}

/** Opens a cart. If the response is lost, the cart reserves nothing, so a new check is enough. */
async function openCart(till: Till, patientId: number, otp: string | undefined): Promise<number> {
  for (;;) {
    const body = { patientId, voucherId: patientId, storeId: STORES.auroraCentro };
    const { txCommand } = await callUntilServed(till, checkCart, { body });
    const opened = await callOnce(till, executeCart, { body: { txCommandId: Number(txCommand.txCommandId), otp } });
    if (opened.data !== undefined) return Number(opened.data.cart.cartId);
    requireUnknown(executeCart, opened);
    await delay(PAUSE_MS);
  }
}

/** Buys a cart. When the outcome is unknown, it asks for it and executes the same command again. */
async function buy(
  till: Till,
  cartId: number,
  otp: string | undefined,
): Promise<Pick<Sold, 'purchaseId' | 'hadToAsk'>> {
  const params = { cartId };
  const { txCommand } = await callUntilServed(till, checkPurchase, { params });
  const body = { txCommandId: Number(txCommand.txCommandId), otp };
  for (;;) {
    const bought = await callOnce(till, executePurchase, { params, body });
    if (bought.data !== undefined) return { purchaseId: Number(bought.data.purchase.purchaseId), hadToAsk: false };
    requireUnknown(executePurchase, bought);
    const { cart } = await callUntilServed(till, readCartSummary, { params });
    if (cart.purchaseId !== undefined) return { purchaseId: Number(cart.purchaseId), hadToAsk: true };
    await delay(PAUSE_MS);
  }
}

/** Sells each of these patients a loaf of bread, one after the other, until the shop closes. */
export async function sellBread(till: Till, seeds: Iterable<number>, closing: AbortSignal): Promise<void> {
  for (const seed of seeds) {
    if (closing.aborted) return;
    const patientId = patientOf('sale', seed);
    const otp = pinOf(seed);
    const cartId = await openCart(till, patientId, otp);
    const body = { productId: PRODUCTS.bread.id, quantity: 1, pricePerUnit: Number(PRODUCTS.bread.refPrice) };
    await callUntilServed(till, putCartProduct, { params: { cartId }, body });
    const bought = await buy(till, cartId, otp);
    till.diary.sold.push({ seed, cartId, ...bought, at: Date.now() });
  }
  throw new Error('There are no patients left');
}
