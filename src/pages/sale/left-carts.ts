import { useEffect, useEffectEvent, useState } from 'react';
import { type CartSummary, findCommandCart, readCartSummary } from '#contract/calls/carts.ts';
import type { Patient } from '#contract/entities/patient.ts';
import type { Id } from '#contract/wire.ts';
import { patientKey } from '#src/components/display/patient.ts';
import { useCallQuery, useLazyCall } from '#src/providers/api/call-hooks.ts';
import { knownFeatures } from '#src/providers/api/features.ts';
import { timeLimits } from '#src/providers/api/time-limits.ts';
import { pause, verifyOutcome } from '#src/providers/api/use-two-phase-command.ts';
import { keepOpenedCart, type OpenedCart } from '#src/providers/session/sale-store.ts';
import {
  onPurchaseAnswered,
  doubtKey,
  type UnconfirmedPurchase,
  isUnconfirmed,
  removeUnconfirmed,
} from '#src/providers/session/unfinished-cart.ts';
import { useUnconfirmedPurchases, useUnfinishedCart } from '#src/providers/session/use-carts.ts';
import { useCartQuestion } from './sale-cart.ts';

/** The result of a poll about a purchase. While it is `underway` it may still succeed, whatever the server says. */
type PurchaseOutcome =
  | { readonly kind: 'verifying' | 'underway' | 'unknown' | 'notBought' }
  | { readonly kind: 'bought'; readonly cart: CartSummary };

/** How long an execute may be running, in ms: its time limit, and the same time on the way to the server. */
const UNDER_WAY_MS = 2 * timeLimits.command;
/** The pause between two polls of a running purchase, in ms. */
const POLL_PAUSE_MS = 10_000;

interface Polling {
  /** When the purchase was requested last, in ms since 1970. */
  readonly since: number;
  /** Whether the first 'not bought' must be confirmed several times (rules §2). */
  readonly isRepeated: boolean;
  readonly signal: AbortSignal;
  readonly onOutcome: (outcome: PurchaseOutcome) => void;
}

/**
 * Polls a purchase until its outcome is certain or its time is over. 'Not bought' is certain only from a request after
 * that time. Never rejects.
 * @param readCart throws if the server does not answer
 */
async function pollPurchase(readCart: () => Promise<CartSummary>, polling: Polling): Promise<void> {
  const { since, signal, onOutcome } = polling;
  const readOutcome = async () => {
    const cart = await readCart();
    return cart.purchaseId === undefined ? 'pending' : { result: cart };
  };
  // The clock may have been set back.
  const overAt = Math.min(since, Date.now()) + UNDER_WAY_MS;
  for (let isRepeated = polling.isRepeated; ; isRepeated = false) {
    const isOver = Date.now() >= overAt;
    const outcome = await verifyOutcome(readOutcome, { isRepeated, signal });
    if (signal.aborted) return;
    const isBought = outcome.kind === 'done';
    if (isBought) onOutcome({ kind: 'bought', cart: outcome.result });
    else if (isOver) onOutcome({ kind: outcome.kind === 'notDone' ? 'notBought' : 'unknown' });
    else onOutcome({ kind: 'underway' });
    if (isBought || isOver) return;
    await pause(Math.max(0, Math.min(POLL_PAUSE_MS, overAt - Date.now())), signal);
  }
}

export type PurchaseOutcomes = ReturnType<typeof usePurchaseOutcomes>;

const VERIFYING: PurchaseOutcome = { kind: 'verifying' };
/** The outcome of a purchase that needs no message any more: read, or not bought. */
const SETTLED: PurchaseOutcome = { kind: 'notBought' };

/**
 * Finds the outcome of every purchase of this tab whose response the user did not see, because of a reload, the end of
 * the session, a sign-out or another screen (rules §2, §3). Polls while a purchase may still succeed. A purchase that
 * failed shows as its unfinished cart.
 */
export function usePurchaseOutcomes(openedCart: OpenedCart | null) {
  const { carts: doubts } = useUnconfirmedPurchases();
  const { cartId: unfinished, forget, remember } = useUnfinishedCart();
  const askAbout = useCartQuestion();
  const findCart = useLazyCall(findCommandCart);
  /** At most one poll for each purchase. */
  const [polls] = useState(() => new Map<string, AbortController>());
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, PurchaseOutcome>>(new Map());
  useEffect(() => {
    return () => {
      for (const poll of polls.values()) poll.abort();
    };
  }, [polls]);
  const setOutcome = (key: string, outcome: PurchaseOutcome) =>
    setOutcomes((known) => new Map(known).set(key, outcome));

  /** After a sign-out only the server knows the cart, and only one that offers to tell it (rules §1). */
  async function pollByCommand(doubt: UnconfirmedPurchase, polling: Polling): Promise<void> {
    const features = await knownFeatures();
    const { txCommandId } = doubt;
    if (polling.signal.aborted) return;
    if (txCommandId === undefined || !features.calls.includes(findCommandCart.name)) {
      polling.onOutcome({ kind: 'unknown' });
      return;
    }
    let cartId: Id | undefined;
    const options = { alerts: 'expiry-only', background: true, signal: polling.signal } as const;
    const readCart = async () => {
      cartId ??= (await findCart({ params: { txCommandId } }, options)).cart.cartId;
      return askAbout(cartId, { background: true, signal: polling.signal });
    };
    await pollPurchase(readCart, {
      ...polling,
      onOutcome: (outcome) => {
        // The cart is offered again, as after an expiry.
        if (outcome.kind === 'notBought' && cartId !== undefined && unfinished === null) remember(cartId);
        polling.onOutcome(outcome);
      },
    });
  }

  function begin(doubt: UnconfirmedPurchase, isRepeated: boolean): void {
    const key = doubtKey(doubt);
    polls.get(key)?.abort();
    const poll = new AbortController();
    polls.set(key, poll);
    const { signal } = poll;
    const onOutcome = (outcome: PurchaseOutcome) => {
      if (outcome.kind === 'notBought') removeUnconfirmed(doubt);
      setOutcome(key, outcome);
    };
    const { cartId, since = Date.now() } = doubt;
    const polling = { since, isRepeated, signal, onOutcome };
    if (cartId === undefined) void pollByCommand(doubt, polling);
    else void pollPurchase(() => askAbout(cartId, { background: true, signal }), polling);
  }

  const pollAll = useEffectEvent(() => {
    for (const doubt of doubts) begin(doubt, true);
  });
  const doubtsKey = JSON.stringify(doubts);
  useEffect(() => {
    pollAll();
  }, [doubtsKey]);

  function pollAgain(key: string): void {
    const doubt = doubts.find((known) => doubtKey(known) === key);
    if (doubt) begin(doubt, false);
  }

  function settle(key: string): void {
    polls.get(key)?.abort();
    setOutcome(key, SETTLED);
  }

  /** The response to an execute arrived after the user left the sale: a refusal makes the outcome known. */
  const onAnswer = useEffectEvent((cartId: Id) => {
    const key = doubtKey({ cartId });
    if (!isUnconfirmed(cartId)) settle(key);
    else if (outcomes.get(key)?.kind !== 'bought') pollAgain(key);
  });
  useEffect(() => {
    return onPurchaseAnswered((cartId) => onAnswer(cartId));
  }, []);

  const purchases = doubts
    .map((doubt) => ({ ...doubt, key: doubtKey(doubt) }))
    .map((doubt) => ({ ...doubt, outcome: outcomes.get(doubt.key) ?? VERIFYING }))
    .filter(({ outcome }) => outcome.kind !== 'notBought');
  return {
    /** Those that were requested before the user left the sale, and whose outcome the user has not read. */
    purchases,
    /** Whether the cart is one of these purchases. */
    isOutcomeUnknown: (cartId: Id) => purchases.some(({ key }) => key === doubtKey({ cartId })),
    /** Whether a purchase with an unknown outcome is, or may be, this patient's. */
    mayBelongTo: (patient: Patient) =>
      purchases.some(({ cartId, outcome }) => {
        if (outcome.kind === 'bought') return false;
        return !openedCart || openedCart.cartId !== cartId || patientKey(openedCart.patient) === patientKey(patient);
      }),
    verify: (key: string) => {
      setOutcome(key, VERIFYING);
      pollAgain(key);
    },
    /** Called when the user has read the outcome. */
    close: (key: string) => {
      const doubt = doubts.find((known) => doubtKey(known) === key);
      if (doubt) removeUnconfirmed(doubt);
      if (unfinished !== null && doubtKey({ cartId: unfinished }) === key) forget();
      settle(key);
    },
  };
}

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
    onRetry,
    /** Whether the cart is, or may be, this patient's. */
    mayBelongTo: (other: Patient) => isOpen && (!patient || patientKey(patient) === patientKey(other)),
    drop: () => {
      forget();
      setIsDropped(true);
    },
  };
}
