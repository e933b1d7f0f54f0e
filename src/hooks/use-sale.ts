import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { create } from 'zustand';
import type { Cart } from '#contract/entities/cart.ts';
import type { Patient } from '#contract/entities/patient.ts';
import type { Id } from '#contract/wire.ts';
import { salePaths } from '#src/providers/paths.ts';
import { storedCart } from '#src/providers/session/unfinished-cart.ts';
import { isSignedIn, onTokensChange } from '#src/providers/session/tokens.ts';

/** A sale that begins with step 1, in a store. */
export interface NewSale {
  readonly kind: 'new';
  readonly patient: Patient;
  readonly storeId: Id;
  readonly storeName: string;
}

/** A sale that goes on in step 2: with a cart that was left before, or that was made of a cancelled purchase. */
interface ResumedSale {
  readonly kind: 'resumed';
  readonly patient: Patient;
  readonly cart: Cart;
  /** Products of the cancelled purchase that the new cart lacks, by name (rules §6). */
  readonly leftOut?: readonly string[];
}

/** How a sale begins. */
export type Sale = NewSale | ResumedSale;

/** A cart that was opened in this page, and for whom. */
export interface OpenedCart {
  readonly cartId: Id;
  readonly patient: Patient;
  /** Whether products are in it that were not bought. */
  readonly hasProducts: boolean;
}

interface OpenSale {
  readonly sale: Sale | null;
  readonly openedCart: OpenedCart | null;
}

const NO_SALE: OpenSale = { sale: null, openedCart: null };

/**
 * The sale of this page, from its first step on until the next one begins. A reload and the end of the session forget
 * it: what identifies a patient never goes by the URL, by storage or by the browser's history (design §2).
 */
const useSaleStore = create<OpenSale>()(() => NO_SALE);

onTokensChange(() => {
  if (!isSignedIn()) useSaleStore.setState(NO_SALE);
});

/** Opens a sale, from whatever screen. */
export function useSaleOpening(): (sale: Sale) => void {
  const navigate = useNavigate();
  return useCallback(
    (sale) => {
      useSaleStore.setState({ sale });
      void navigate(sale.kind === 'new' ? salePaths.beneficiary : salePaths.products);
    },
    [navigate],
  );
}

/** The sale that was open when the screen came up, or null. */
export function useOpenSale(): Sale | null {
  const [sale] = useState(() => useSaleStore.getState().sale);
  return sale;
}

/** Forgets a sale, so that the browser's Back and Forward do not lead to it any more. */
export function closeSale(sale?: Sale): void {
  useSaleStore.setState((now) => ({ sale: sale === undefined || now.sale === sale ? null : now.sale }));
}

/** Keeps who the cart is for that was opened. */
export function keepOpenedCart(openedCart: OpenedCart): void {
  useSaleStore.setState({ openedCart });
}

/** The cart that would be lost with the session: the one that this page knows to have products in it. */
export function cartAtStake(): OpenedCart | null {
  const { openedCart } = useSaleStore.getState();
  const isUnfinished = openedCart?.hasProducts === true && storedCart.read()?.cartId === openedCart.cartId;
  return isUnfinished ? openedCart : null;
}

/** The cart that was opened last in this page, or null. */
export function useOpenedCart(): OpenedCart | null {
  return useSaleStore(({ openedCart }) => openedCart);
}
