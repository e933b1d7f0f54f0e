import { useEffect, useState } from 'react';
import { readCartSummary } from '#contract/calls/carts.ts';
import type { Patient } from '#contract/entities/patient.ts';
import type { Id } from '#contract/wire.ts';
import { patientKey } from '#src/components/display/patient.ts';
import { useCallQuery } from '#src/providers/api/call-hooks.ts';
import { keepOpenedCart, type OpenedCart } from '#src/providers/session/sale-store.ts';
import { useUnfinishedCart } from '#src/providers/session/use-carts.ts';

/**
 * Reads the unfinished cart of this tab from the server (rules §3). A deleted cart is not offered.
 * @param isOutcomeUnknown whether a cart may be being bought; such a cart is not offered either
 */
export function useResumableCart(openedCart: OpenedCart | null, isOutcomeUnknown: (cartId: Id) => boolean) {
  const { cartId, forget } = useUnfinishedCart();
  const [isDropped, setIsDropped] = useState(false);
  const isEnabled = cartId !== null && !isDropped && !isOutcomeUnknown(cartId);
  const { data, onRetry } = useCallQuery(readCartSummary, { params: { cartId: cartId ?? '' } }, { enabled: isEnabled });
  const cart = isEnabled && data ? data.cart : null;
  const patient = cart?.patient ?? (openedCart?.cartId === cart?.cartId ? openedCart?.patient : undefined);
  const isOpen = cart !== null && cart.purchaseId === undefined;
  const openId = isOpen ? cart.cartId : undefined;
  const hasProducts = isOpen && cart.items.length > 0;

  // After a reload no other component knows the cart.
  useEffect(() => {
    if (openId !== undefined && patient) keepOpenedCart({ cartId: openId, patient, hasProducts });
  }, [openId, patient, hasProducts]);

  return {
    /** This user's unfinished cart in this tab, in the server's current state; null if there is none. */
    cart,
    /** The cart's patient, from the server or from this page (rules §1). */
    patient,
    /** Set when the server did not respond. */
    onRetry,
    /** Whether the cart is, or may be, this patient's. */
    mayBelongTo: (other: Patient) => isOpen && (!patient || patientKey(patient) === patientKey(other)),
    drop: () => {
      forget();
      setIsDropped(true);
    },
  };
}
