import type { Money } from '#contract/rules/money.ts';

/** An AMC order that this process may deliver to the enterprise service bus until its lease ends (rules §7). */
export interface Delivery {
  readonly outboxId: string;
  readonly amcOrderId: number;
  /** By this the bus recognises an order that it has already taken. */
  readonly idempotencyKey: string;
  /** The order as JSON text, the same at every attempt. */
  readonly payload: string;
  /** The total of the order in euro. */
  readonly amount: Money;
  /** Whether the bus has taken it before, so that this one asks for the verdict. */
  readonly isTaken: boolean;
  /** Which attempt this is since the bus last brought it forward, from 1. */
  readonly attempt: number;
  /** After this another process may deliver it. */
  readonly leasedUntil: Date;
}

/**
 * What came of a delivery: the bus took the order and will tell its verdict later, it accepted or rejected it, or
 * nobody knows. `cause` names what failed, such as `HTTP 503` or `ECONNREFUSED`, and repeats nothing of an answer.
 */
export type DeliveryOutcome =
  | { readonly kind: 'TAKEN' }
  | { readonly kind: 'ACCEPTED' }
  | { readonly kind: 'REJECTED'; readonly reason: string }
  | { readonly kind: 'FAILED'; readonly cause: string };

/** Where AMC orders go. */
export interface EsbTarget {
  /**
   * Delivers an order, or asks for the verdict by delivering it again under the same key; never rejects.
   * @param signal ends the wait for the answer
   */
  deliver(delivery: Delivery, signal: AbortSignal): Promise<DeliveryOutcome>;
}
