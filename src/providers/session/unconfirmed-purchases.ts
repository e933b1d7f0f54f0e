import { useCallback, useState } from 'react';
import { create } from 'zustand';
import type { Id } from '#contract/wire.ts';
import { useIdentity } from './use-identity.ts';
import { storedValue } from './storage.ts';
import { type UnfinishedCart, belongsTo, isUnfinishedCart } from './unfinished-cart.ts';

/** A cart whose purchase was requested. */
export interface UnconfirmedPurchase extends UnfinishedCart {
  /** When it was requested last, in ms since 1970. */
  readonly since: number;
}

function isUnconfirmedPurchase(value: unknown): value is UnconfirmedPurchase {
  return isUnfinishedCart(value) && 'since' in value && typeof value.since === 'number';
}

function areUnconfirmed(value: unknown): value is readonly UnconfirmedPurchase[] {
  return Array.isArray(value) && value.every(isUnconfirmedPurchase);
}

/**
 * This tab's carts with a requested purchase and an unknown outcome, each with its owner but without a patient. The
 * storage key must stay, so that a reload after an update loses none.
 */
export const storedUnconfirmed = storedValue('purchasesInDoubt', areUnconfirmed);

function others(cartId: Id): readonly UnconfirmedPurchase[] {
  return (storedUnconfirmed.read() ?? []).filter((cart) => String(cart.cartId) !== String(cartId));
}

/** Notes that a cart's purchase is requested now, so that its outcome is verified even after a reload. */
export function addUnconfirmed(cart: UnfinishedCart): void {
  storedUnconfirmed.write([...others(cart.cartId), { ...cart, since: Date.now() }]);
}

/** Whether the outcome of a cart's purchase was not shown yet. */
function isUnconfirmed(cartId: Id): boolean {
  return storedUnconfirmed.read()?.some((cart) => String(cart.cartId) === String(cartId)) === true;
}

/** Removes a purchase whose outcome was shown or that was refused. */
export function removeUnconfirmed(cartId: Id): void {
  const left = others(cartId);
  if (left.length > 0) storedUnconfirmed.write(left);
  else storedUnconfirmed.remove();
}

/** The purchases of this tab with an outcome that the user has not seen (rules §2, §3). */
export function useUnconfirmedPurchases() {
  const { data: identity } = useIdentity();
  const [carts] = useState(() => storedUnconfirmed.read() ?? []);
  const note = useCallback(
    (cartId: Id) => {
      if (identity) addUnconfirmed({ cartId, username: identity.username, businessId: identity.businessId });
    },
    [identity],
  );
  const own = identity ? carts.filter((cart) => belongsTo(cart, identity)) : [];
  return {
    /** This user's carts, as of the mount of the screen; oldest first. */
    carts: own,
    isOpen: isUnconfirmed,
    /** Call this before a cart's purchase is requested. It does nothing while the user is unknown. */
    note,
    /** Call this when the outcome was shown. */
    end: removeUnconfirmed,
  };
}

/** The cart of the last response to a purchase whose sale the user had left; each response is a new object. */
const useLastAnswered = create<{ readonly cartId?: Id }>(() => ({}));

/**
 * Calls the listener when the response to a purchase arrives after the user left its sale.
 * @returns stops it
 */
export function onPurchaseAnswered(listener: (cartId: Id) => void): () => void {
  return useLastAnswered.subscribe(({ cartId }) => {
    if (cartId !== undefined) listener(cartId);
  });
}

/** Tells the current screen that a purchase got its response (rules §2). */
export function announcePurchaseAnswered(cartId: Id): void {
  useLastAnswered.setState({ cartId });
}
