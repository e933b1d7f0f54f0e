import type { Purchase } from '#contract/entities/purchase.ts';

/** The visible status of a purchase: CANCELLED as STORNATO, any other as COMPLETATO (§3, §4). */
export function shownStatus({ status }: Pick<Purchase, 'status'>): 'STORNATO' | 'COMPLETATO' {
  return status === 'CANCELLED' ? 'STORNATO' : 'COMPLETATO';
}

/** Whether the purchase can be cancelled: `cancelable` is true and the status is not STORNATO (§4). */
export function mayBeCancelled(purchase: Purchase): boolean {
  return purchase.cancelable === true && shownStatus(purchase) !== 'STORNATO';
}

/** Whether a new cart can be made: the purchase is cancelled and `cancelable` (§4). */
export function mayBeRecreated(purchase: Purchase): boolean {
  return purchase.cancelable === true && shownStatus(purchase) === 'STORNATO';
}
