import { useEffect, useEffectEvent, useState } from 'react';
import { readCartSummary } from '#contract/calls/carts.ts';
import type { Patient } from '#contract/entities/patient.ts';
import type { Id } from '#contract/wire.ts';
import { useFetch } from '#src/hooks/use-fetch.ts';
import { timeLimits } from '#src/providers/http/time-limits.ts';
import {
  type UnconfirmedPurchase,
  onPurchaseAnswered,
  useUnconfirmedPurchases,
} from '#src/providers/session/unconfirmed-purchases.ts';
import { useUnfinishedCart } from '#src/providers/session/unfinished-cart.ts';
import type { OpenedCart } from '#src/hooks/use-sale.ts';
import { patientKey } from '#src/components/patient/patient-facts.ts';
import { type PurchaseOutcome, pollPurchase } from './poll-purchase.ts';

/** A purchase that was asked for before the sale was left, and of which the assistant is still to be told. */
interface OpenPurchase {
  readonly cartId: Id;
  readonly outcome: Exclude<PurchaseOutcome, { readonly kind: 'notBought' }>;
}

export interface PurchaseOutcomes {
  readonly purchases: readonly OpenPurchase[];
  /** Whether a cart is among them. */
  readonly isOutcomeUnknown: (cartId: Id) => boolean;
  /** Whether one of which nothing is known yet is, or may be, this patient's. */
  readonly mayBelongTo: (patient: Patient) => boolean;
  /** Asks the server once more. */
  readonly ask: (cartId: Id) => void;
  /** The assistant has read it. */
  readonly close: (cartId: Id) => void;
}

const ASKING: PurchaseOutcome = { kind: 'asking' };
/** What is bought and read, or was not bought after all, is told no more. */
const SETTLED: PurchaseOutcome = { kind: 'notBought' };

interface Polls {
  /** Begins to poll about a cart in the place of whoever did so before; the signal ends that. */
  readonly begin: (cartId: Id) => AbortSignal;
  readonly end: (cartId: Id) => void;
}

/** One poll at most for each cart, none once the screen is gone. */
function usePolls(): Polls {
  const [polls] = useState(() => {
    const running = new Map<Id, AbortController>();
    const end = (cartId: Id) => running.get(cartId)?.abort();
    return {
      end,
      begin: (cartId: Id) => {
        end(cartId);
        const poll = new AbortController();
        running.set(cartId, poll);
        return poll.signal;
      },
      endAll: () => {
        for (const poll of running.values()) poll.abort();
      },
    };
  });
  useEffect(() => {
    return polls.endAll;
  }, [polls]);
  return polls;
}

/**
 * Finds out about every purchase of this tab whose outcome was not told, because the page was reloaded, the session
 * ended or the assistant went away (rules §2, §3), and goes on while it may still go through. One that did not
 * happen is told by its cart, which is offered again.
 */
export function usePurchaseOutcomes(openedCart: OpenedCart | null): PurchaseOutcomes {
  const { carts, isOpen, end } = useUnconfirmedPurchases();
  const { cartId: unfinished, forget } = useUnfinishedCart();
  const fetchSummary = useFetch(readCartSummary);
  const polls = usePolls();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<Id, PurchaseOutcome>>(new Map());
  const learn = (cartId: Id, outcome: PurchaseOutcome) => setOutcomes((known) => new Map(known).set(cartId, outcome));

  function poll({ cartId, since }: UnconfirmedPurchase, isPatient: boolean): void {
    const signal = polls.begin(cartId);
    const options = { alerts: 'expiry-only', background: true, timeout: timeLimits.question, signal } as const;
    const ask = async () => {
      const { cart } = await fetchSummary({ params: { cartId } }, options);
      return cart.purchaseId === undefined ? null : cart;
    };
    const onLearn = (outcome: PurchaseOutcome) => {
      if (outcome.kind === 'notBought') end(cartId);
      learn(cartId, outcome);
    };
    void pollPurchase(ask, { since, isPatient, signal, onLearn });
  }

  const pollAll = useEffectEvent(() => {
    for (const cart of carts) poll(cart, true);
  });
  const asked = JSON.stringify(carts);
  useEffect(() => {
    pollAll();
  }, [asked]);

  function askAbout(cartId: Id): void {
    const cart = carts.find((known) => known.cartId === cartId);
    if (cart) poll(cart, false);
  }

  function settle(cartId: Id): void {
    polls.end(cartId);
    learn(cartId, SETTLED);
  }

  /** The answer to an execute has come after its sale was left: a refusal has made its outcome known. */
  const onAnswer = useEffectEvent((cartId: Id) => {
    if (!isOpen(cartId)) settle(cartId);
    else if (outcomes.get(cartId)?.kind !== 'bought') askAbout(cartId);
  });
  useEffect(() => {
    return onPurchaseAnswered((cartId) => onAnswer(cartId));
  }, []);

  const purchases = carts.flatMap(({ cartId }) => {
    const outcome = outcomes.get(cartId) ?? ASKING;
    return outcome.kind === 'notBought' ? [] : [{ cartId, outcome }];
  });
  return {
    purchases,
    isOutcomeUnknown: (cartId) => purchases.some((purchase) => purchase.cartId === cartId),
    mayBelongTo: (patient) =>
      purchases.some(({ cartId, outcome }) => {
        if (outcome.kind === 'bought') return false;
        return openedCart?.cartId !== cartId || patientKey(openedCart.patient) === patientKey(patient);
      }),
    ask: (cartId) => {
      learn(cartId, ASKING);
      askAbout(cartId);
    },
    close: (cartId) => {
      end(cartId);
      if (unfinished === cartId) forget();
      settle(cartId);
    },
  };
}
