import { useTranslate } from '@refinedev/core';
import { useState } from 'react';
import { createAmcOrders } from '#contract/calls/amc-orders.ts';
import type { PurchaseHeading } from '#contract/entities/purchase.ts';
import { toOffsetTimestamp } from '#contract/rules/dates.ts';
import { useCommand } from '#src/providers/data/use-command.ts';
import { useSingleFlight } from '#src/providers/data/use-single-flight.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';
import { isInDoubt, toApiError } from '#src/providers/http/failure.ts';
import { SUCCESS_NOTICE_MS, showAlert } from '#src/providers/notifications/alert-store.ts';
import type { Period } from '../orderable-purchases.ts';
import { purchaseKey } from '../selection/selection.ts';
import type { CreationOutcome } from './creation-outcome.ts';
import { useOrderedMeanwhile } from './use-ordered-meanwhile.ts';

/** An order of very many purchases takes its time, in ms. */
const TIMEOUT_MS = 120_000;

/** Refusals because of some purchases: ordered, or cancelled, by someone else meanwhile. */
const BLAMES_PURCHASES = new Set(['PURCHASE_ALREADY_ORDERED', 'PURCHASE_NOT_FOUND']);

type Purchases = readonly PurchaseHeading[];

interface OrderCreation {
  readonly isRunning: boolean;
  /** What became of the last order, where it did not simply succeed. */
  readonly outcome: CreationOutcome | null;
  /** Orders these purchases. */
  readonly create: (chosen: Purchases) => void;
  /** Asks once more what became of an order whose answer was lost. */
  readonly askAgain: (chosen: Purchases) => void;
}

interface CreationEnds {
  readonly onOrdered: () => void;
  /** These purchases are in an order, and the others are not. */
  readonly onFallenOut: (purchases: Purchases) => void;
}

/**
 * The creation of AMC orders (§7, §8). One whose answer is lost is never simply repeated: the purchases are searched
 * again, and those in an order by now are missing (decisions §2). Nothing rejects: it all ends in an outcome.
 */
export function useOrderCreation(period: Period, { onOrdered, onFallenOut }: CreationEnds): OrderCreation {
  const translate = useTranslate();
  const { run } = useCommand(createAmcOrders);
  const orderedMeanwhile = useOrderedMeanwhile(period);
  const once = useSingleFlight();
  const [isRunning, setIsRunning] = useState(false);
  const [outcome, setOutcome] = useState<CreationOutcome | null>(null);

  function succeed(): void {
    const text = translate('amc-orders:created');
    showAlert({ kind: 'success', text, duration: SUCCESS_NOTICE_MS, dismissible: true });
    onOrdered();
  }

  function fallOut(next: CreationOutcome, purchases: Purchases): void {
    setOutcome(next);
    if (purchases.length > 0) onFallenOut(purchases);
  }

  async function askOutcome(chosen: Purchases): Promise<void> {
    try {
      const purchases = await orderedMeanwhile(chosen);
      if (purchases.length === chosen.length) succeed();
      else if (purchases.length === 0) setOutcome({ kind: 'notOrdered' });
      else fallOut({ kind: 'partlyOrdered', purchases }, purchases);
    } catch {
      setOutcome({ kind: 'unknown', chosen });
    }
  }

  /** Another server need not name the purchases that it refuses; then those that are gone from the search are meant. */
  async function nameRefused({ purchasesIds }: ApiError, chosen: Purchases): Promise<Purchases> {
    const keys = new Set(purchasesIds.map(purchaseKey));
    const named = chosen.filter(({ purchaseId }) => keys.has(purchaseKey(purchaseId)));
    return named.length > 0 ? named : orderedMeanwhile(chosen).catch(() => []);
  }

  async function order(chosen: Purchases): Promise<void> {
    const purchasesIds = chosen.map(({ purchaseId }) => purchaseId);
    const body = { purchasesIds, orderDate: toOffsetTimestamp(new Date()) };
    try {
      await run({ body }, { alerts: 'unless-lost', timeout: TIMEOUT_MS });
      succeed();
    } catch (failure) {
      const error = toApiError(failure);
      if (isInDoubt(error)) await askOutcome(chosen);
      else if (BLAMES_PURCHASES.has(error.description)) {
        const purchases = await nameRefused(error, chosen);
        fallOut({ kind: 'refused', error, purchases }, purchases);
      } else setOutcome({ kind: 'failed', error });
    }
  }

  function start(work: () => Promise<void>): void {
    once(async () => {
      setIsRunning(true);
      setOutcome(null);
      await work();
      setIsRunning(false);
    });
  }

  return {
    isRunning,
    outcome,
    create: (chosen) => start(() => order(chosen)),
    askAgain: (chosen) => start(() => askOutcome(chosen)),
  };
}
