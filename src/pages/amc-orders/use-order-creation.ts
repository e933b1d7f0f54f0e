import { useTranslate } from '@refinedev/core';
import { useRef, useState } from 'react';
import { type AmcOrder, createAmcOrders, searchAmcOrders } from '#contract/calls/amc-orders.ts';
import { now } from '#contract/rules/clock.ts';
import { romeDay, toOffsetTimestamp } from '#contract/rules/dates.ts';
import { sum, ZERO } from '#contract/rules/money.ts';
import { type ApiError, GENERIC } from '#src/providers/api/api-error.ts';
import type { CallOptions } from '#src/providers/api/call-api.ts';
import { useCallMutation, useLazyCall } from '#src/providers/api/call-hooks.ts';
import type { CommandProblem } from '#src/providers/api/command-reducer.ts';
import { timeLimits } from '#src/providers/api/time-limits.ts';
import { useLongListReader } from '#src/providers/api/use-long-list.ts';
import { isRefused, type TwoPhaseCommand, useTwoPhaseCommand } from '#src/providers/api/use-two-phase-command.ts';
import { useNotify } from '#src/providers/notifications/use-notify.ts';
import { allOrderable, ORDERABLE_PURCHASES, type Period, purchaseKey, type Purchases } from './selection.ts';

/** Number of newest orders to read, one page (§9). There is one order for each store and payer. */
const NEWEST = 20;
/** A server may drop the fractions of a second of an order's date. */
const PRECISION_MS = 1000;

/** Refusals caused by some purchases, which someone else has ordered or cancelled. */
const BLAMES_PURCHASES = new Set(['PURCHASE_ALREADY_ORDERED', 'PURCHASE_NOT_FOUND']);
/** If a request arrives twice, the server refuses the second one, although this order has the purchases. */
const MAY_HIDE_ORDER = new Set([...BLAMES_PURCHASES, GENERIC]);

/** The purchases, their period, and the instant in the request. */
interface Order {
  readonly period: Period;
  readonly chosen: Purchases;
  readonly orderedAt: Date;
}

/** Why an order did not simply succeed (rules §2). */
export interface OrderFailure {
  readonly problem: CommandProblem;
  /** Purchases that can no longer be ordered: already ordered or cancelled. */
  readonly unavailable: Purchases;
  /** Whether other purchases were selected with them. */
  readonly leavesOthers: boolean;
}

/** The server's orders, and the instant in the request. */
export interface OrdersOfRequest {
  readonly orders: readonly AmcOrder[];
  readonly orderedAt: Date;
}

interface CreationEnds {
  readonly onOrdered: () => void;
  /** Called with the purchases that can no longer be ordered, while others still can. */
  readonly onUnavailable: (purchases: Purchases) => void;
}

export type OrderCreation = ReturnType<typeof useOrderCreation>;

/**
 * Creates AMC orders (§7, §8): a command without a check. After a lost response it searches the purchases again:
 * ordered ones are missing (rules §2).
 */
export function useOrderCreation({ onOrdered, onUnavailable }: CreationEnds) {
  const translate = useTranslate();
  const { notify } = useNotify();
  const { run } = useCallMutation(createAmcOrders);
  const fetchOrders = useLazyCall(searchAmcOrders);
  const fetchOrderable = useLongListReader(ORDERABLE_PURCHASES);
  const [order, setOrder] = useState<Order | null>(null);
  const [created, setCreated] = useState<OrdersOfRequest | null>(null);
  const [unavailable, setUnavailable] = useState<Purchases>([]);
  /** The purchases of the last verified order that were missing from the search. */
  const unavailableNow = useRef<Purchases>([]);

  /**
   * Finds the purchases of a period that can no longer be ordered: the search that excludes ordered and cancelled
   * purchases does not return them (§7). Throws ApiError.
   */
  async function findUnavailable({ chosen, period }: Order, options: CallOptions): Promise<Purchases> {
    const { rows } = await fetchOrderable(allOrderable(period), { alerts: 'expiry-only', ...options });
    const free = new Set(rows.map(purchaseKey));
    return chosen.filter((purchase) => !free.has(purchaseKey(purchase)));
  }

  /**
   * Finds the orders that were created from these purchases at this instant: the request contains it, and the orders
   * have it (§7). Empty if the server refuses the read.
   * @throws ApiError if the server does not answer
   */
  async function findCreated({ chosen, orderedAt }: Order, signal: AbortSignal): Promise<readonly AmcOrder[]> {
    const day = romeDay(orderedAt);
    const query = { dateStart: day, dateEnd: day, page: 0, size: NEWEST, sort: 'createTime,desc' };
    const isThen = ({ orderDate }: AmcOrder) =>
      orderDate !== undefined && Math.abs(Date.parse(orderDate) - orderedAt.getTime()) < PRECISION_MS;
    try {
      const { orders } = await fetchOrders({ query }, { alerts: 'expiry-only', timeout: timeLimits.question, signal });
      const made = orders.filter(isThen);
      const ordered = sum(made.map(({ amount }) => amount ?? ZERO));
      return ordered.eq(sum(chosen.map(({ itemsAmount }) => itemsAmount))) ? made : [];
    } catch (error) {
      if (isRefused(error)) return [];
      throw error;
    }
  }

  /** If a server does not name the refused purchases, they are those missing from the search. */
  async function nameRefused({ purchasesIds }: ApiError, wanted: Order): Promise<Purchases> {
    const keys = new Set(purchasesIds.map(String));
    const named = wanted.chosen.filter((purchase) => keys.has(purchaseKey(purchase)));
    return named.length > 0 ? named : findUnavailable(wanted, { timeout: timeLimits.read }).catch(() => []);
  }

  async function unavailableAfter(problem: CommandProblem, wanted: Order): Promise<Purchases> {
    if (problem.kind === 'notDone') return unavailableNow.current;
    const isBlamed = problem.kind === 'refused' && BLAMES_PURCHASES.has(problem.refusal.description);
    return isBlamed ? nameRefused(problem.refusal, wanted) : [];
  }

  const creation: TwoPhaseCommand<Order, readonly AmcOrder[]> = {
    keyOf: ({ orderedAt }) => orderedAt.toISOString(),
    mayHideResult: MAY_HIDE_ORDER,
    execute: async ({ chosen, orderedAt }, _execution, options) => {
      const purchasesIds = chosen.map(({ purchaseId }) => purchaseId);
      return (await run({ body: { purchasesIds, orderDate: toOffsetTimestamp(orderedAt) } }, options)).orders;
    },
    // The purchases may be missing because a colleague cancelled them, and a colleague's order may have the same
    // instant and amount.
    find: async (wanted, { signal, isLost, isRepeated }) => {
      if (!isLost && (await findCreated(wanted, signal)).length === 0) return 'never';
      const timeout = isRepeated || !isLost ? timeLimits.read : timeLimits.longList;
      unavailableNow.current = await findUnavailable(wanted, { timeout, signal });
      if (unavailableNow.current.length < wanted.chosen.length) return 'pending';
      const orders = await findCreated(wanted, signal);
      return orders.length > 0 ? { result: orders } : 'never';
    },
    onDone: ({ orderedAt }, orders) => {
      setCreated({ orders, orderedAt });
      notify({ kind: 'success', text: translate('amc-orders:created') });
      onOrdered();
    },
    onProblem: async (wanted, problem) => {
      const purchases = await unavailableAfter(problem, wanted);
      setUnavailable(purchases);
      if (purchases.length > 0) onUnavailable(purchases);
    },
    onProblemElsewhere: (_order, problem) => {
      if (problem.kind === 'refused' && problem.refusal.shown) return;
      const isUnknown = problem.kind === 'unknown' || unavailableNow.current.length > 0;
      const text = translate(isUnknown ? 'amc-orders:outcome.unknownElsewhere' : 'amc-orders:failed');
      notify({ kind: 'danger', text, duration: null });
    },
  };
  const { state, execute, verify, stopWaiting, drop } = useTwoPhaseCommand(creation);

  const { activity, problem } = state;
  const leavesOthers = order !== null && unavailable.length < order.chosen.length;
  return {
    activity,
    isRunning: activity !== 'idle',
    /** Whether an order is running or its outcome is unknown. Then no other order may start, and its state must stay. */
    isOpen: activity !== 'idle' || problem?.kind === 'unknown',
    /** The last created orders, until the user dismisses them. */
    created,
    /** Of the last order. */
    failure: problem && ({ problem, unavailable, leavesOthers } satisfies OrderFailure),
    create: (chosen: Purchases, period: Period) => {
      const wanted = { chosen, period, orderedAt: now() };
      unavailableNow.current = [];
      setOrder(wanted);
      setCreated(null);
      void execute(wanted);
    },
    verify: () => {
      if (order) void verify(order);
    },
    /** Stops waiting for the running request. An interrupted order is then verified. */
    stopWaiting,
    /** Called when the user has read how the order ended. */
    dismiss: () => {
      setCreated(null);
      drop();
    },
  };
}
