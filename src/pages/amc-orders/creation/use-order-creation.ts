import { useTranslate } from '@refinedev/core';
import { useState } from 'react';
import { createAmcOrders } from '#contract/calls/amc-orders.ts';
import type { PurchaseHeading } from '#contract/entities/purchase.ts';
import { toOffsetTimestamp } from '#contract/rules/dates.ts';
import { useIsHere } from '#src/components/lost-answer/use-is-here.ts';
import { useUnloadGuard } from '#src/components/lost-answer/use-unload-guard.ts';
import { useWaiting } from '#src/components/lost-answer/use-waiting.ts';
import { findOutcome } from '#src/providers/data/find-outcome.ts';
import { useCommand } from '#src/hooks/use-command.ts';
import { useSingleFlight } from '#src/hooks/use-single-flight.ts';
import { ApiError, GENERIC, isOutcomeUnknown, toApiError } from '#src/providers/http/api-error.ts';
import { notifyError } from '#src/providers/http/notify-error.ts';
import { timeLimits } from '#src/providers/http/time-limits.ts';
import { SUCCESS_NOTICE_MS, showAlert } from '#src/providers/notifications/alert-store.ts';
import type { Period } from '../orderable-purchases.ts';
import { purchaseKey } from '../selection/selection.ts';
import type { CreationOutcome, FallenOut, LostOrder } from './creation-outcome.ts';
import { useGoneMeanwhile } from './use-gone-meanwhile.ts';
import { useMadeOrders } from './use-made-orders.ts';

/** Refusals because of some purchases: ordered, or cancelled, by someone else meanwhile. */
const BLAMES_PURCHASES = new Set(['PURCHASE_ALREADY_ORDERED', 'PURCHASE_NOT_FOUND']);

type Purchases = readonly PurchaseHeading[];

/** The order that a screen makes. */
export interface OrderCreation {
  readonly activity: 'idle' | 'ordering' | 'verifying';
  readonly isRunning: boolean;
  /** What became of the last order, where it did not simply succeed. */
  readonly outcome: CreationOutcome | null;
  /** Whether an order is under way or its outcome unknown: nothing else may be begun, and nothing of it be lost. */
  readonly isOpen: boolean;
  /** Orders these purchases of a period. */
  readonly create: (chosen: Purchases, period: Period) => void;
  /** Asks once more what became of an order whose answer was lost. */
  readonly askAgain: (lost: LostOrder) => void;
  /** Waits no longer for what is under way; an order is then asked about. */
  readonly stopWaiting: () => void;
  /** The outcome has been read. */
  readonly dismissOutcome: () => void;
}

interface CreationEnds {
  readonly onOrdered: () => void;
  /** These purchases can no longer be ordered, and the others can. */
  readonly onFallenOut: (purchases: Purchases) => void;
}

/**
 * The creation of AMC orders (§7, §8). One whose answer is lost is never simply repeated: the purchases are searched
 * again, and those in an order by now are missing (decisions §2). Nothing rejects: it all ends in an outcome.
 */
export function useOrderCreation({ onOrdered, onFallenOut }: CreationEnds): OrderCreation {
  const translate = useTranslate();
  const { run } = useCommand(createAmcOrders);
  const areMade = useMadeOrders();
  const askGone = useGoneMeanwhile();
  const once = useSingleFlight();
  const waiting = useWaiting();
  const [activity, setActivity] = useState<OrderCreation['activity']>('idle');
  const [outcome, setOutcome] = useState<CreationOutcome | null>(null);
  useUnloadGuard(activity !== 'idle');
  const isHere = useIsHere();

  function succeed(): void {
    const text = translate('amc-orders:created');
    showAlert({ kind: 'success', text, duration: SUCCESS_NOTICE_MS, dismissible: true });
    onOrdered();
  }

  /** In its place; once the screen is left, by an alert that stays. */
  function tell(next: CreationOutcome): void {
    if (isHere.current) {
      setOutcome(next);
      return;
    }
    if (next.kind === 'failed' && next.error.shown) return;
    const isUnknown = next.kind === 'unknown' || next.kind === 'fallenOut';
    const text = translate(isUnknown ? 'amc-orders:outcome.unknownElsewhere' : 'amc-orders:failed');
    showAlert({ kind: 'danger', text, duration: null, dismissible: true });
  }

  function fallOut(next: CreationOutcome & FallenOut): void {
    tell(next);
    if (next.purchases.length > 0) onFallenOut(next.purchases);
  }

  /** Answers whether this very order has the purchases. All may be gone too because a colleague cancelled them. */
  async function settle(lost: LostOrder, isPatient: boolean): Promise<boolean> {
    setActivity('verifying');
    const { chosen, period, orderedAt } = lost;
    const signal = waiting.begin();
    const timeout = isPatient ? timeLimits.read : timeLimits.longList;
    let purchases: Purchases = [];
    const ask = async () => {
      purchases = await askGone(chosen, period, { timeout, signal });
      return purchases.length === chosen.length ? { isMade: await areMade(chosen, orderedAt, signal) } : null;
    };
    const found = await findOutcome(ask, { isPatient, signal });
    const isMade = found.kind === 'done' && found.result.isMade;
    if (isMade) succeed();
    else if (found.kind === 'unknown') tell({ kind: 'unknown', ...lost });
    else if (purchases.length === 0) tell({ kind: 'notOrdered' });
    else fallOut({ kind: 'fallenOut', purchases, leavesOthers: found.kind === 'notDone' });
    return isMade;
  }

  /** Another server need not name the purchases that it refuses; then those that are gone from the search are meant. */
  async function nameRefused({ purchasesIds }: ApiError, { chosen, period }: LostOrder): Promise<Purchases> {
    const keys = new Set(purchasesIds.map(purchaseKey));
    const named = chosen.filter(({ purchaseId }) => keys.has(purchaseKey(purchaseId)));
    return named.length > 0 ? named : askGone(chosen, period, { timeout: timeLimits.read }).catch(() => []);
  }

  /** Whether this very order has them. A colleague's may bear the same instant and amount: they must be gone themselves. */
  async function isMade({ chosen, period, orderedAt }: LostOrder): Promise<boolean> {
    const signal = waiting.begin();
    if (!(await areMade(chosen, orderedAt, signal).catch(() => false))) return false;
    const gone = await askGone(chosen, period, { timeout: timeLimits.read, signal }).catch(() => []);
    return gone.length === chosen.length;
  }

  /** A request that arrived twice is refused the second time, although this very order has them; so may one whose reason got lost. */
  async function settleRefusal(error: ApiError, lost: LostOrder): Promise<void> {
    const blamesPurchases = BLAMES_PURCHASES.has(error.description);
    const mayBeMade = blamesPurchases || error.description === GENERIC;
    if (mayBeMade && (await isMade(lost))) {
      succeed();
      return;
    }
    if (!blamesPurchases) {
      tell({ kind: 'failed', error });
      return;
    }
    const purchases = await nameRefused(error, lost);
    fallOut({ kind: 'refused', error, purchases, leavesOthers: purchases.length < lost.chosen.length });
  }

  async function order(chosen: Purchases, period: Period): Promise<void> {
    const orderedAt = new Date();
    const lost = { chosen, period, orderedAt };
    const body = { purchasesIds: chosen.map(({ purchaseId }) => purchaseId), orderDate: toOffsetTimestamp(orderedAt) };
    const signal = waiting.begin();
    try {
      await run({ body }, { alerts: 'unless-lost', signal });
      succeed();
    } catch (failure) {
      const error = signal.aborted ? new ApiError({ lost: true }) : toApiError(failure);
      if (!isOutcomeUnknown(error)) await settleRefusal(error, lost);
      else if (!(await settle(lost, true)) && !error.lost) notifyError(error);
    }
  }

  function start(first: 'ordering' | 'verifying', work: () => Promise<unknown>): void {
    once(async () => {
      setActivity(first);
      setOutcome(null);
      await work();
      setActivity('idle');
    });
  }

  return {
    activity,
    isRunning: activity !== 'idle',
    isOpen: activity !== 'idle' || outcome?.kind === 'unknown',
    outcome,
    create: (chosen, period) => start('ordering', () => order(chosen, period)),
    askAgain: (lost) => start('verifying', () => settle(lost, false)),
    stopWaiting: waiting.stop,
    dismissOutcome: () => setOutcome(null),
  };
}
