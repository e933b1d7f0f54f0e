import { useEffect, useState } from 'react';
import type { Id } from '#contract/wire.ts';

interface Watches {
  /** Begins to watch a cart in the place of whoever did so before; the signal ends that. */
  readonly begin: (cartId: Id) => AbortSignal;
  /** Watches a cart no longer. */
  readonly end: (cartId: Id) => void;
}

/** One watch at most for each cart, none once the screen is gone. */
export function useWatches(): Watches {
  const [watches] = useState(() => {
    const running = new Map<Id, AbortController>();
    const end = (cartId: Id) => running.get(cartId)?.abort();
    return {
      end,
      begin: (cartId: Id) => {
        end(cartId);
        const watch = new AbortController();
        running.set(cartId, watch);
        return watch.signal;
      },
      endAll: () => {
        for (const watch of running.values()) watch.abort();
      },
    };
  });
  useEffect(() => {
    return watches.endAll;
  }, [watches]);
  return watches;
}
