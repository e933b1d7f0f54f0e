import { create } from 'zustand';
import type { Id } from '#contract/wire.ts';
import { isId, isText, storedValue } from './storage.ts';

/** The owner of a cart: only the same user and business get it offered again (rules §3). */
export interface CartOwner {
  readonly username: string;
  readonly businessId?: Id | undefined;
}

/** A cart that was opened and not bought yet, without its patient. */
interface UnfinishedCart extends CartOwner {
  readonly cartId: Id;
}

function isUnfinishedCart(value: unknown): value is UnfinishedCart {
  if (typeof value !== 'object' || value === null) return false;
  const { cartId, username, businessId } = value as Record<string, unknown>;
  return isId(cartId) && isText(username) && (businessId === undefined || isId(businessId));
}

/** The unfinished cart of this tab, of any owner. */
export const storedCart = storedValue('unfinishedCart', isUnfinishedCart);

/** The cart that was bought last in this tab, so that a reload shows its completion again. */
export const storedBought = storedValue('boughtCart', isUnfinishedCart);

/**
 * Whether a cart belongs to this user and business. An unknown business, then or now, matches any: showing another cart
 * is better than losing a purchase.
 */
export function belongsTo(cart: CartOwner, { username, businessId = cart.businessId }: CartOwner): boolean {
  return cart.username === username && (cart.businessId ?? businessId) === businessId;
}

/** The id of the stored cart, the unfinished one by default; null if another user or business owns it. */
export function ownCart(owner: CartOwner, stored = storedCart): Id | null {
  const cart = stored.read();
  return cart && belongsTo(cart, owner) ? cart.cartId : null;
}

/**
 * A requested purchase with an unknown outcome. After a sign-out the command's id and the owner alone are left of it
 * (§4, rules §3).
 */
export interface UnconfirmedPurchase extends CartOwner {
  readonly cartId?: Id | undefined;
  readonly txCommandId?: Id | undefined;
  /** When it was requested last, in ms since 1970. */
  readonly since?: number | undefined;
}

function isOptional(value: unknown, isValid: (value: unknown) => boolean): boolean {
  return value === undefined || isValid(value);
}

function isUnconfirmedPurchase(value: unknown): value is UnconfirmedPurchase {
  if (typeof value !== 'object' || value === null) return false;
  const { cartId, txCommandId, username, businessId, since } = value as Record<string, unknown>;
  const isKnown = isId(cartId) || isId(txCommandId);
  const ids = [cartId, txCommandId, businessId].every((one) => isOptional(one, isId));
  return isKnown && ids && isText(username) && isOptional(since, Number.isFinite);
}

function areUnconfirmed(value: unknown): value is readonly UnconfirmedPurchase[] {
  return Array.isArray(value) && value.every(isUnconfirmedPurchase);
}

/**
 * This tab's purchases that were requested and have an unknown outcome, each with its owner but without a patient. The
 * storage key must stay, so that a reload after an update loses none.
 */
export const storedUnconfirmed = storedValue('purchasesInDoubt', areUnconfirmed);

/** Identifies a purchase in doubt: its cart, or after a sign-out its command. */
export function doubtKey({ cartId, txCommandId }: Pick<UnconfirmedPurchase, 'cartId' | 'txCommandId'>): string {
  return cartId === undefined ? `command ${String(txCommandId)}` : String(cartId);
}

function write(purchases: readonly UnconfirmedPurchase[]): void {
  if (purchases.length > 0) storedUnconfirmed.write(purchases);
  else storedUnconfirmed.remove();
}

function others(key: string): readonly UnconfirmedPurchase[] {
  return (storedUnconfirmed.read() ?? []).filter((purchase) => doubtKey(purchase) !== key);
}

/** Notes that a cart's purchase is requested now, so that its outcome is verified even after a reload. */
export function addUnconfirmed(cart: UnfinishedCart & Pick<UnconfirmedPurchase, 'txCommandId'>): void {
  write([...others(doubtKey(cart)), { ...cart, since: Date.now() }]);
}

/** Whether the outcome of a cart's purchase was not shown yet. */
export function isUnconfirmed(cartId: Id): boolean {
  return storedUnconfirmed.read()?.some((purchase) => doubtKey(purchase) === String(cartId)) === true;
}

/** Removes a purchase whose outcome was shown or that was refused. */
export function removeUnconfirmed(purchase: Pick<UnconfirmedPurchase, 'cartId' | 'txCommandId'>): void {
  write(others(doubtKey(purchase)));
}

/** Runs a sign-out, which clears the storage. Of each purchase in doubt the command's id and the owner stay (§4). */
export function keepDoubtsOver(signOut: () => void): void {
  const purchases = storedUnconfirmed.read() ?? [];
  signOut();
  write(
    purchases.flatMap(({ txCommandId, username, businessId }) =>
      txCommandId === undefined ? [] : [{ txCommandId, username, businessId }],
    ),
  );
}

/** The cart of the last response to a purchase whose sale the user had left; each response is a new object. */
const useLastAnswered = create<{ readonly cartId?: Id }>(() => ({}));

/** Calls the listener when the response to a purchase arrives after the user left its sale. Returns what stops it. */
export function onPurchaseAnswered(listener: (cartId: Id) => void): () => void {
  return useLastAnswered.subscribe(({ cartId }) => {
    if (cartId !== undefined) listener(cartId);
  });
}

/** Tells the current screen that a purchase got its response (rules §2). */
export function announcePurchaseAnswered(cartId: Id): void {
  useLastAnswered.setState({ cartId });
}
