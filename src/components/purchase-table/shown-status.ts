import type { Purchase } from '#contract/entities/purchase.ts';

/** How a purchase's status is shown: CANCELLED as STORNATO, anything else as COMPLETATO (§3, §4). */
export function shownStatus({ status }: Purchase): 'STORNATO' | 'COMPLETATO' {
  return status === 'CANCELLED' ? 'STORNATO' : 'COMPLETATO';
}
