import { useEffect, useEffectEvent, useState } from 'react';
import { readCartSummary } from '#contract/calls/carts.ts';
import type { CartSummary } from '#contract/entities/cart.ts';
import type { Patient } from '#contract/entities/patient.ts';
import type { Id } from '#contract/wire.ts';
import { findOutcome } from '#src/providers/data/find-outcome.ts';
import { useCommand } from '#src/providers/data/use-command.ts';
import { timeLimits } from '#src/providers/http/time-limits.ts';
import { usePurchasesInDoubt } from '#src/providers/session/use-purchases-in-doubt.ts';
import { useUnfinishedCart } from '#src/providers/session/use-unfinished-cart.ts';
import type { OpenedCart } from '../opened-cart.ts';
import { patientKey } from '../patient-facts.ts';

/** What has been found out about a purchase. */
type Finding =
  | { readonly kind: 'asking' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'bought'; readonly cart: CartSummary }
  | { readonly kind: 'settled' };

/** A purchase that was asked for before the sale was left, and of which the assistant is still to be told. */
interface PurchaseToTell {
  readonly cartId: Id;
  readonly finding: Exclude<Finding, { readonly kind: 'settled' }>;
}

export interface PurchasesToTell {
  readonly purchases: readonly PurchaseToTell[];
  /** Whether a cart is among them. */
  readonly isInDoubt: (cartId: Id) => boolean;
  /** Whether one of which nothing is known yet is, or may be, this patient's. */
  readonly mayBelongTo: (patient: Patient) => boolean;
  /** Asks the server once more. */
  readonly ask: (cartId: Id) => void;
  /** The assistant has read it. */
  readonly close: (cartId: Id) => void;
}

const ASKING: Finding = { kind: 'asking' };

function withFinding(findings: ReadonlyMap<Id, Finding>, cartId: Id, finding: Finding): ReadonlyMap<Id, Finding> {
  return new Map(findings).set(cartId, finding);
}

/**
 * Finds out about every purchase of this tab whose outcome was not told, because the page was reloaded, the session
 * ended or the assistant went away (decisions §2, §3). One that did not happen is told by its cart, which is offered
 * again.
 */
export function usePurchasesToTell(openedCart: OpenedCart | null): PurchasesToTell {
  const { cartIds, end } = usePurchasesInDoubt();
  const { cartId: unfinished, forget } = useUnfinishedCart();
  const { run } = useCommand(readCartSummary);
  const [findings, setFindings] = useState<ReadonlyMap<Id, Finding>>(new Map());
  const learn = (cartId: Id, finding: Finding) => setFindings((known) => withFinding(known, cartId, finding));

  async function find(cartId: Id, isPatient: boolean, signal: AbortSignal): Promise<void> {
    const options = { alerts: 'expiry-only', background: true, timeout: timeLimits.question, signal } as const;
    const ask = async () => {
      const { cart } = await run({ params: { cartId } }, options);
      return cart.purchaseId === undefined ? null : cart;
    };
    const outcome = await findOutcome(ask, { isPatient, signal });
    if (signal.aborted) return;
    if (outcome.kind === 'notDone') end(cartId);
    if (outcome.kind === 'done') learn(cartId, { kind: 'bought', cart: outcome.result });
    else learn(cartId, { kind: outcome.kind === 'notDone' ? 'settled' : 'unknown' });
  }

  const findAll = useEffectEvent((signal: AbortSignal) => {
    for (const cartId of cartIds) void find(cartId, true, signal);
  });
  const asked = JSON.stringify(cartIds);
  useEffect(() => {
    const leaving = new AbortController();
    void Promise.resolve().then(() => findAll(leaving.signal));
    return () => leaving.abort();
  }, [asked]);

  const purchases = cartIds.flatMap((cartId) => {
    const finding = findings.get(cartId) ?? ASKING;
    return finding.kind === 'settled' ? [] : [{ cartId, finding }];
  });
  return {
    purchases,
    isInDoubt: (cartId) => purchases.some((purchase) => purchase.cartId === cartId),
    mayBelongTo: (patient) =>
      purchases.some(({ cartId, finding }) => {
        if (finding.kind === 'bought') return false;
        return openedCart?.cartId !== cartId || patientKey(openedCart.patient) === patientKey(patient);
      }),
    ask: (cartId) => {
      learn(cartId, ASKING);
      void find(cartId, false, new AbortController().signal);
    },
    close: (cartId) => {
      end(cartId);
      if (unfinished === cartId) forget();
      learn(cartId, { kind: 'settled' });
    },
  };
}
