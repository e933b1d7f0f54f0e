import type { PurchaseHeading } from '#contract/entities/purchase.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';
import type { Period } from '../orderable-purchases.ts';

/** An order whose answer was lost: what was ordered, of which period, and the instant that the request named. */
export interface LostOrder {
  readonly period: Period;
  readonly chosen: readonly PurchaseHeading[];
  readonly orderedAt: Date;
}

/** Purchases that can no longer be ordered, and whether others were chosen with them. */
export interface FallenOut {
  readonly purchases: readonly PurchaseHeading[];
  readonly leavesOthers: boolean;
}

/**
 * What became of an order that did not simply succeed (decisions §2): refused because of some purchases, not made, or
 * without an answer while some purchases left the search, into an order or by their cancellation.
 */
export type CreationOutcome =
  | { readonly kind: 'failed'; readonly error: ApiError }
  | ({ readonly kind: 'refused'; readonly error: ApiError } & FallenOut)
  | { readonly kind: 'notOrdered' }
  | ({ readonly kind: 'fallenOut' } & FallenOut)
  | ({ readonly kind: 'unknown' } & LostOrder);
