import type { Money } from '#contract/rules/money.ts';

/** An AMC order that this process may deliver to the enterprise service bus until the lease ends (rules §7). */
export interface Delivery {
  readonly outboxId: string;
  readonly amcOrderId: number;
  /** The key by which the bus recognises an order that it has already received. */
  readonly idempotencyKey: string;
  /** The order as JSON text, identical in every attempt. */
  readonly payload: string;
  /** The total of the order in euro. */
  readonly amount: Money;
  /** Whether the bus has already received the order, so that this delivery only asks for the result. */
  readonly isTaken: boolean;
  /** The number of this attempt since the bus last made progress with the order, from 1. */
  readonly attempt: number;
  /** After this time another process may deliver the order. */
  readonly leasedUntil: Date;
}

/**
 * The result of a delivery: the bus received the order and will decide later, accepted it, rejected it, or the result
 * is unknown. `cause` names the failure, such as `HTTP 503` or `ECONNREFUSED`, and never quotes a response.
 */
export type DeliveryOutcome =
  | { readonly kind: 'TAKEN' }
  | { readonly kind: 'ACCEPTED' }
  | { readonly kind: 'REJECTED'; readonly reason: string }
  | { readonly kind: 'FAILED'; readonly cause: string };

/** The receiver of AMC orders. */
export interface EsbTarget {
  /**
   * Delivers an order. A repeated delivery under the same key asks for the result. Never rejects.
   * @param signal ends the wait for the response
   */
  deliver(delivery: Delivery, signal: AbortSignal): Promise<DeliveryOutcome>;
}
