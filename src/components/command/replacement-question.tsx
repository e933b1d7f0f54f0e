import { useTranslate } from '@refinedev/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type CartSummary, readCartSummary } from '#contract/calls/carts.ts';
import type { Id } from '#contract/wire.ts';
import { useLazyCall } from '#src/providers/api/call-hooks.ts';
import { timeLimits } from '#src/providers/api/time-limits.ts';
import { isRefused } from '#src/providers/api/use-two-phase-command.ts';
import { paths } from '#src/providers/paths.ts';
import { currentIdentity } from '#src/providers/session/identity.ts';
import { useOpenedCart, useSaleOpening } from '#src/providers/session/sale-store.ts';
import { ownCart, storedCart } from '#src/providers/session/unfinished-cart.ts';
import { useIsMounted, useSingleFlight } from '#src/providers/timing.ts';
import { Facts } from '../display/facts.tsx';
import { nameOrFiscalCode } from '../display/patient.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface Question {
  /** The unfinished cart; null if it could not be read. */
  readonly cart: CartSummary | null;
  readonly goOn: () => void;
}

/**
 * Asks before a new cart takes the place of the unfinished one of this tab, which would not be offered any more (rules
 * §3). Nothing of the cart but its id is stored, so it is read.
 */
export function useReplacementQuestion() {
  const fetchSummary = useLazyCall(readCartSummary);
  const once = useSingleFlight();
  const isMounted = useIsMounted();
  const [question, setQuestion] = useState<Question>();
  const [isOpen, setIsOpen] = useState(false);

  /** Undefined if nothing would be lost. */
  async function read(id: Id): Promise<CartSummary | null | undefined> {
    try {
      const options = { alerts: 'expiry-only', timeout: timeLimits.question } as const;
      const { cart } = await fetchSummary({ params: { cartId: id } }, options);
      return cart.purchaseId === undefined && cart.items.length > 0 ? cart : undefined;
    } catch (error) {
      return isRefused(error) ? undefined : null;
    }
  }

  async function ask(goOn: () => void, known: readonly (Id | undefined)[]): Promise<void> {
    const owner = storedCart.read() && (await currentIdentity().catch(() => null));
    const cartId = owner && ownCart(owner);
    const isAsked = cartId !== null && !known.some((id) => String(id) === String(cartId));
    const cart = isAsked ? await read(cartId) : undefined;
    // Who has left the screen meanwhile opens no cart.
    if (!isMounted.current) return;
    if (cart === undefined) {
      goOn();
      return;
    }
    setQuestion({ cart, goOn });
    setIsOpen(true);
  }

  return {
    question,
    isOpen,
    /**
     * Goes on at once if nothing would be lost, or else once the user says so.
     * @param known carts that may go: the user knows of them
     */
    ask: (goOn: () => void, known: readonly (Id | undefined)[] = []) => void once(() => ask(goOn, known)),
    close: () => setIsOpen(false),
  };
}

/** Names the unfinished cart, and lets the user keep on with it. */
export function ReplacementDialog({ question, isOpen, close }: ReturnType<typeof useReplacementQuestion>) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const openSale = useSaleOpening();
  const openedCart = useOpenedCart();
  const text = (key: string) => translate(`common:replacement.${key}`);
  const cart = question?.cart;
  const patient = cart?.patient ?? (openedCart?.cartId === cart?.cartId ? openedCart?.patient : undefined);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={translate('common:leaving.title')}
      text={text(cart ? 'text' : 'unread')}
      details={
        cart && (
          <Facts
            facts={{
              [text('patient')]: patient && nameOrFiscalCode(patient),
              [text('products')]: String(cart.items.length),
            }}
            amounts={{ [text('total')]: cart.itemsAmount }}
          />
        )
      }
      yesLabel={text('resume')}
      noLabel={text('goOn')}
      onYes={() => {
        close();
        // The search offers the cart, or asks to find its patient again.
        if (cart && patient) openSale({ kind: 'resumed', patient, cart });
        else void navigate(paths.patientSearch);
      }}
      onNo={() => {
        if (!isOpen) return;
        close();
        question?.goOn();
      }}
      onClose={close}
    />
  );
}
