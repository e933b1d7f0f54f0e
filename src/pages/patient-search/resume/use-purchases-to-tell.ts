import { useEffect, useEffectEvent, useState } from 'react';
import { readCartSummary } from '#contract/calls/carts.ts';
import type { Patient } from '#contract/entities/patient.ts';
import type { Id } from '#contract/wire.ts';
import { useCommand } from '#src/hooks/use-command.ts';
import { timeLimits } from '#src/providers/http/time-limits.ts';
import {
  type UnconfirmedPurchase,
  onPurchaseAnswered,
  useUnconfirmedPurchases,
} from '#src/providers/session/unconfirmed-purchases.ts';
import { useUnfinishedCart } from '#src/providers/session/unfinished-cart.ts';
import type { OpenedCart } from '#src/hooks/use-sale.ts';
import { patientKey } from '#src/components/patient/patient-facts.ts';
import { useWatches } from './use-watches.ts';
import { type Finding, watchPurchase } from './watch-purchase.ts';

/** A purchase that was asked for before the sale was left, and of which the assistant is still to be told. */
interface PurchaseToTell {
  readonly cartId: Id;
  readonly finding: Exclude<Finding, { readonly kind: 'notBought' }>;
}

export interface PurchasesToTell {
  readonly purchases: readonly PurchaseToTell[];
  /** Whether a cart is among them. */
  readonly isOutcomeUnknown: (cartId: Id) => boolean;
  /** Whether one of which nothing is known yet is, or may be, this patient's. */
  readonly mayBelongTo: (patient: Patient) => boolean;
  /** Asks the server once more. */
  readonly ask: (cartId: Id) => void;
  /** The assistant has read it. */
  readonly close: (cartId: Id) => void;
}

const ASKING: Finding = { kind: 'asking' };
/** What is bought and read, or was not bought after all, is told no more. */
const SETTLED: Finding = { kind: 'notBought' };

function withFinding(findings: ReadonlyMap<Id, Finding>, cartId: Id, finding: Finding): ReadonlyMap<Id, Finding> {
  return new Map(findings).set(cartId, finding);
}

/**
 * Finds out about every purchase of this tab whose outcome was not told, because the page was reloaded, the session
 * ended or the assistant went away (decisions §2, §3), and goes on while it may still go through. One that did not
 * happen is told by its cart, which is offered again.
 */
export function usePurchasesToTell(openedCart: OpenedCart | null): PurchasesToTell {
  const { carts, isOpen, end } = useUnconfirmedPurchases();
  const { cartId: unfinished, forget } = useUnfinishedCart();
  const { run } = useCommand(readCartSummary);
  const watches = useWatches();
  const [findings, setFindings] = useState<ReadonlyMap<Id, Finding>>(new Map());
  const learn = (cartId: Id, finding: Finding) => setFindings((known) => withFinding(known, cartId, finding));

  function watch({ cartId, since }: UnconfirmedPurchase, isPatient: boolean): void {
    const signal = watches.begin(cartId);
    const options = { alerts: 'expiry-only', background: true, timeout: timeLimits.question, signal } as const;
    const ask = async () => {
      const { cart } = await run({ params: { cartId } }, options);
      return cart.purchaseId === undefined ? null : cart;
    };
    const onLearn = (finding: Finding) => {
      if (finding.kind === 'notBought') end(cartId);
      learn(cartId, finding);
    };
    void watchPurchase(ask, { since, isPatient, signal, onLearn });
  }

  const watchAll = useEffectEvent(() => {
    for (const cart of carts) watch(cart, true);
  });
  const asked = JSON.stringify(carts);
  useEffect(() => {
    watchAll();
  }, [asked]);

  function askAbout(cartId: Id): void {
    const cart = carts.find((known) => known.cartId === cartId);
    if (cart) watch(cart, false);
  }

  function settle(cartId: Id): void {
    watches.end(cartId);
    learn(cartId, SETTLED);
  }

  /** The answer to an execute has come after its sale was left: a refusal has ended the doubt. */
  const hear = useEffectEvent((cartId: Id) => {
    if (!isOpen(cartId)) settle(cartId);
    else if (findings.get(cartId)?.kind !== 'bought') askAbout(cartId);
  });
  useEffect(() => {
    return onPurchaseAnswered((cartId) => hear(cartId));
  }, []);

  const purchases = carts.flatMap(({ cartId }) => {
    const finding = findings.get(cartId) ?? ASKING;
    return finding.kind === 'notBought' ? [] : [{ cartId, finding }];
  });
  return {
    purchases,
    isOutcomeUnknown: (cartId) => purchases.some((purchase) => purchase.cartId === cartId),
    mayBelongTo: (patient) =>
      purchases.some(({ cartId, finding }) => {
        if (finding.kind === 'bought') return false;
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
