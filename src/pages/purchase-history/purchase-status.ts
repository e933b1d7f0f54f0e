import type { Purchase } from '#contract/entities/purchase.ts';

/** How a purchase's status is shown: CANCELLED as STORNATO, anything else as COMPLETATO (§3, §4). */
export function shownStatus({ status }: Pick<Purchase, 'status'>): 'STORNATO' | 'COMPLETATO' {
  return status === 'CANCELLED' ? 'STORNATO' : 'COMPLETATO';
}

/** Whether a cancellation is offered: only if `cancelable` is true and the status not yet STORNATO (§4). */
export function mayBeCancelled(purchase: Purchase): boolean {
  return purchase.cancelable === true && shownStatus(purchase) !== 'STORNATO';
}

/** Whether a new cart is offered: for a cancelled purchase that is cancelable (§4). */
export function mayBeRecreated(purchase: Purchase): boolean {
  return purchase.cancelable === true && shownStatus(purchase) === 'STORNATO';
}
