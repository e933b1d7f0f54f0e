import { useState } from 'react';
import type { CartItem } from '#contract/entities/cart.ts';
import { useSingleFlight } from '#src/hooks/use-single-flight.ts';
import { type SaleCart, lineOf } from '../sale-cart.ts';

interface RemovedLine {
  /** The line deleted last, which can be restored. */
  readonly removed: CartItem | null;
  readonly remove: (item: CartItem) => void;
  readonly undo: () => void;
  readonly forgetRemoved: () => void;
}

interface Changes {
  /** Resolves to the line as it was, or to null if it is still there. */
  readonly removeLine: (item: CartItem) => Promise<CartItem | null>;
  /** Resolves to whether the line is in the cart again. */
  readonly restoreLine: (item: CartItem) => Promise<boolean>;
  /** One addition at a time. */
  readonly addOnce: ReturnType<typeof useSingleFlight>;
}

/** Deletes lines of the cart, and restores the one deleted last. */
export function useRemovedLine(cart: SaleCart, { removeLine, restoreLine, addOnce }: Changes): RemovedLine {
  const [removed, setRemoved] = useState<CartItem | null>(null);
  const removeOnce = useSingleFlight();
  return {
    // A product that was scanned again must not be restored.
    removed: removed && lineOf(cart, removed.product) ? null : removed,
    remove: (item) =>
      void removeOnce(async () => {
        setRemoved(null);
        setRemoved(await removeLine(item));
      }),
    undo: () =>
      void addOnce(async () => {
        if (removed && (await restoreLine(removed))) setRemoved(null);
      }),
    forgetRemoved: () => setRemoved(null),
  };
}
