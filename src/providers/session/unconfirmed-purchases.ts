import { useGetIdentity } from '@refinedev/core';
import { useCallback, useState } from 'react';
import { create } from 'zustand';
import type { Id } from '#contract/wire.ts';
import type { Identity } from '../auth/identity.ts';
import { storedValue } from './stored-value.ts';
import { type UnfinishedCart, belongsTo, isUnfinishedCart } from './unfinished-cart.ts';

/** A cart whose purchase was asked for. */
export interface UnconfirmedPurchase extends UnfinishedCart {
  /** When it was asked for last, in ms since 1970. */
  readonly since: number;
}

function isUnconfirmedPurchase(value: unknown): value is UnconfirmedPurchase {
  return isUnfinishedCart(value) && 'since' in value && typeof value.since === 'number';
}

function areUnconfirmed(value: unknown): value is readonly UnconfirmedPurchase[] {
  return Array.isArray(value) && value.every(isUnconfirmedPurchase);
}

/**
 * The carts of this tab whose purchase was asked for and not yet told; each with its owner, none with its patient. The
 * name in storage is that of older versions: none of theirs is to be lost in a tab that is reloaded.
 */
export const storedUnconfirmed = storedValue('purchasesInDoubt', areUnconfirmed);

function others(cartId: Id): readonly UnconfirmedPurchase[] {
  return (storedUnconfirmed.read() ?? []).filter((cart) => String(cart.cartId) !== String(cartId));
}

/** Notes that the purchase of a cart is asked for now: whatever happens to this page, someone must find out. */
export function addUnconfirmed(cart: UnfinishedCart): void {
  storedUnconfirmed.write([...others(cart.cartId), { ...cart, since: Date.now() }]);
}

/** Whether the outcome of a cart's purchase is still to be told. */
function isUnconfirmed(cartId: Id): boolean {
  return storedUnconfirmed.read()?.some((cart) => String(cart.cartId) === String(cartId)) === true;
}

/** Forgets a purchase that has been told, or was refused. */
export function removeUnconfirmed(cartId: Id): void {
  const left = others(cartId);
  if (left.length > 0) storedUnconfirmed.write(left);
  else storedUnconfirmed.remove();
}

interface UnconfirmedPurchases {
  /** The carts whose purchase this user was not told of, as they stood when the screen came up; oldest first. */
  readonly carts: readonly UnconfirmedPurchase[];
  /** Whether the outcome of a cart's purchase is, by now, still to be told. */
  readonly isOpen: (cartId: Id) => boolean;
  /** To be called before the purchase of a cart is asked for; nothing is noted while it is not known who is signed in. */
  readonly note: (cartId: Id) => void;
  /** To be called once its outcome has been told. */
  readonly end: (cartId: Id) => void;
}

/** The purchases of this tab that were asked for and whose outcome the assistant was not told (rules §2, §3). */
export function useUnconfirmedPurchases(): UnconfirmedPurchases {
  const { data: identity } = useGetIdentity<Identity | null>();
  const [carts] = useState(() => storedUnconfirmed.read() ?? []);
  const note = useCallback(
    (cartId: Id) => {
      if (identity) addUnconfirmed({ cartId, username: identity.username, businessId: identity.businessId });
    },
    [identity],
  );
  const own = identity ? carts.filter((cart) => belongsTo(cart, identity)) : [];
  return { carts: own, isOpen: isUnconfirmed, note, end: removeUnconfirmed };
}

/** The purchase that was answered last, of a sale that had been left; each answer is a new object. */
const useLastAnswered = create<{ readonly cartId?: Id }>(() => ({}));

/**
 * Calls back whenever the answer to a purchase arrives whose sale has been left meanwhile.
 * @returns ends that
 */
export function onPurchaseAnswered(listener: (cartId: Id) => void): () => void {
  return useLastAnswered.subscribe(({ cartId }) => {
    if (cartId !== undefined) listener(cartId);
  });
}

/** Makes known, on whatever screen the assistant now is, that the purchase of a cart has been answered (rules §2). */
export function announcePurchaseAnswered(cartId: Id): void {
  useLastAnswered.setState({ cartId });
}
