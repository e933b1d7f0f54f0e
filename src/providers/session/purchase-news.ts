import type { Id } from '#contract/wire.ts';

type Listener = (cartId: Id) => void;

const listeners = new Set<Listener>();

/**
 * Calls back whenever the answer to a purchase arrives whose sale has been left meanwhile.
 * @returns ends that
 */
export function onPurchaseNews(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Makes known, on whatever screen the assistant now is, that the purchase of a cart has been answered (decisions §2). */
export function announcePurchaseNews(cartId: Id): void {
  for (const listener of listeners) listener(cartId);
}
