import { useCallback, useEffect, useState } from 'react';
import { readCartSummary } from '#contract/calls/carts.ts';
import type { CartSummary } from '#contract/entities/cart.ts';
import type { Patient } from '#contract/entities/patient.ts';
import type { Id } from '#contract/wire.ts';
import { useRead } from '#src/hooks/use-read.ts';
import { useUnfinishedCart } from '#src/providers/session/unfinished-cart.ts';
import { patientKey } from '#src/components/patient/patient-facts.ts';
import { type OpenedCart, keepOpenedCart } from '#src/hooks/use-sale.ts';

interface ResumableCart {
  /** The cart that this user left in this tab, as the server has it now; null when there is none. */
  readonly cart: CartSummary | null;
  /** Whose it is: the server says it, or this screen opened it itself (rules §1). */
  readonly patient: Patient | undefined;
  /** Whether the cart is, or may be, this patient's. */
  readonly mayBelongTo: (patient: Patient) => boolean;
  /** Present when the server could not be asked. */
  readonly onRetry: (() => void) | undefined;
  /** Gives it up. */
  readonly drop: () => void;
}

/**
 * Asks the server about the unfinished cart of this tab (rules §3). A cart that is gone is not offered.
 * @param isOutcomeUnknown whether a cart is, for all that is known, just being bought; then it is not offered either
 */
export function useResumableCart(
  openedCart: OpenedCart | null,
  isOutcomeUnknown: (cartId: Id) => boolean,
): ResumableCart {
  const { cartId, forget } = useUnfinishedCart();
  const [isDropped, setIsDropped] = useState(false);
  const isAsked = cartId !== null && !isDropped && !isOutcomeUnknown(cartId);
  const { data, onRetry } = useRead(readCartSummary, { params: { cartId: cartId ?? '' } }, { enabled: isAsked });
  const drop = useCallback(() => {
    forget();
    setIsDropped(true);
  }, [forget]);

  const cart = isAsked && data ? data.cart : null;
  const patient = cart?.patient ?? (openedCart?.cartId === cart?.cartId ? openedCart?.patient : undefined);
  const isOpen = cart !== null && cart.purchaseId === undefined;
  const openId = isOpen ? cart.cartId : undefined;
  const hasProducts = isOpen && cart.items.length > 0;

  // After a reload nobody else knows.
  useEffect(() => {
    if (openId !== undefined && patient) keepOpenedCart({ cartId: openId, patient, hasProducts });
  }, [openId, patient, hasProducts]);

  return {
    cart,
    patient,
    onRetry,
    mayBelongTo: (other) => isOpen && (!patient || patientKey(patient) === patientKey(other)),
    drop,
  };
}
