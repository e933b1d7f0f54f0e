import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { create } from 'zustand';
import type { Cart } from '#contract/calls/carts.ts';
import type { Patient } from '#contract/entities/patient.ts';
import type { Id } from '#contract/wire.ts';
import { salePaths } from '../paths.ts';
import { onSignedOut } from './tokens.ts';
import { storedCart } from './unfinished-cart.ts';

/** A sale that starts with step 1, in a store. */
export interface NewSale {
  readonly kind: 'new';
  readonly patient: Patient;
  readonly storeId: Id;
  readonly storeName: string;
  /** The unfinished cart whose place the new one takes, as the user has said. */
  readonly replaces?: Id | undefined;
}

/** A sale that continues in step 2, with an unfinished cart or a cart made from a cancelled purchase. */
interface ResumedSale {
  readonly kind: 'resumed';
  readonly patient: Patient;
  readonly cart: Cart;
  /** Names of products of the cancelled purchase that the new cart lacks (rules §6). */
  readonly leftOut?: readonly string[];
}

export type Sale = NewSale | ResumedSale;

/** A cart that was opened in this page, and its patient. */
export interface OpenedCart {
  readonly cartId: Id;
  readonly patient: Patient;
  /** Whether the cart has products that were not bought. */
  readonly hasProducts: boolean;
}

interface OpenSale {
  readonly sale: Sale | null;
  readonly openedCart: OpenedCart | null;
  /** The fiscal code of a card that was scanned on another screen. */
  readonly scannedCard: string | null;
}

const NO_SALE: OpenSale = { sale: null, openedCart: null, scannedCard: null };

/**
 * The current sale, from its first step until the next sale starts. A reload and the end of the session clear it:
 * patient identifiers never go into the URL, the storage or the browser's history (design §2).
 */
const useSaleStore = create<OpenSale>()(() => NO_SALE);

onSignedOut(() => useSaleStore.setState(NO_SALE));

/** Opens a sale from any screen. */
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

/** The sale that was opened last, also while it is being left; null if none was open when the component mounted. */
export function useOpenSale(): Sale | null {
  const { sale } = useSaleStore();
  const [opened, setOpened] = useState(sale);
  if (sale !== null && sale !== opened) setOpened(sale);
  return opened;
}

/** Closes a sale, so that the browser's Back and Forward do not lead to it. */
export function closeSale(sale?: Sale): void {
  useSaleStore.setState((now) => ({ sale: sale === undefined || now.sale === sale ? null : now.sale }));
}

export function keepOpenedCart(openedCart: OpenedCart): void {
  useSaleStore.setState({ openedCart });
}

/** The cart that the end of the session would discard: the opened cart, if it has products. */
export function unfinishedOpenedCart(): OpenedCart | null {
  const { openedCart } = useSaleStore.getState();
  const isUnfinished = openedCart?.hasProducts === true && storedCart.read()?.cartId === openedCart.cartId;
  return isUnfinished ? openedCart : null;
}

/** The cart that was opened last in this page, or null. */
export function useOpenedCart(): OpenedCart | null {
  return useSaleStore(({ openedCart }) => openedCart);
}

/** Keeps the fiscal code of a card that was scanned on another screen, as the first search of the patient search. */
export function keepScannedCard(scannedCard: string): void {
  useSaleStore.setState({ scannedCard });
}

/** Returns the kept fiscal code and forgets it; null if there is none. */
export function takeScannedCard(): string | null {
  const { scannedCard } = useSaleStore.getState();
  useSaleStore.setState({ scannedCard: null });
  return scannedCard;
}
