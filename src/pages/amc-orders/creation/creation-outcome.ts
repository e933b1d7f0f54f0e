import type { PurchaseHeading } from '#contract/entities/purchase.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';

/** What became of an order that did not simply succeed (decisions §2); the purchases are those that fell out of it. */
export type CreationOutcome =
  | { readonly kind: 'failed'; readonly error: ApiError }
  | { readonly kind: 'refused'; readonly error: ApiError; readonly purchases: readonly PurchaseHeading[] }
  | { readonly kind: 'notOrdered' }
  | { readonly kind: 'partlyOrdered'; readonly purchases: readonly PurchaseHeading[] }
  | { readonly kind: 'unknown'; readonly chosen: readonly PurchaseHeading[] };
