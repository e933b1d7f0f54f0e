import type { Purchase } from '#contract/entities/purchase.ts';
import { isCancelled } from '#src/components/status-chip/statuses.ts';

/** Whether the purchase can be cancelled: `cancelable` is true and it is not cancelled yet (§4). */
export function mayBeCancelled(purchase: Purchase): boolean {
  return purchase.cancelable === true && !isCancelled(purchase);
}

/** Whether a new cart can be made: the purchase is cancelled and `cancelable` (§4). */
export function mayBeRecreated(purchase: Purchase): boolean {
  return purchase.cancelable === true && isCancelled(purchase);
}
