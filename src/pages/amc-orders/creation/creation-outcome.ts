import type { PurchaseHeading } from '#contract/entities/purchase.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';

/** An order whose answer was lost: what was ordered, and the instant that the request named. */
export interface LostOrder {
  readonly chosen: readonly PurchaseHeading[];
  readonly orderedAt: Date;
}

/** What became of an order that did not simply succeed (decisions §2); the purchases are those that fell out of it. */
export type CreationOutcome =
  | { readonly kind: 'failed'; readonly error: ApiError }
  | { readonly kind: 'refused'; readonly error: ApiError; readonly purchases: readonly PurchaseHeading[] }
  | { readonly kind: 'notOrdered' }
  | { readonly kind: 'partlyOrdered'; readonly purchases: readonly PurchaseHeading[] }
  | ({ readonly kind: 'unknown' } & LostOrder);
