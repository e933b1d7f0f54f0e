import { useTranslate } from '@refinedev/core';
import { useMemo } from 'react';
import type { StoreCard } from './store-card.ts';
import { type Pin, type PinIndex, nextMember, pinIndex } from './clusters.ts';

interface Pins {
  readonly index: PinIndex;
  /** The accessible name of a pin. */
  readonly labelOf: (pin: Pin) => string;
  /** The store that a press on the pin chooses; undefined if the press zooms in instead. */
  readonly storeOf: (pin: Pin) => StoreCard | undefined;
}

/** The pins of the stores, for both maps. */
export function usePins(cards: readonly StoreCard[], chosen: StoreCard | null): Pins {
  const translate = useTranslate();
  return useMemo(
    () => ({
      index: pinIndex(cards, chosen),
      labelOf: (pin) => {
        if (pin.kind === 'store') {
          const { companyName, storeName, address } = pin.card;
          return [storeName ?? companyName, address].filter((part) => part !== undefined).join(', ');
        }
        const key = pin.splitsAt === null ? 'store-locator:map.samePlace' : 'store-locator:map.cluster';
        return translate(key, { count: pin.count });
      },
      storeOf: (pin) => {
        if (pin.kind === 'store') return pin.card;
        return pin.splitsAt === null ? nextMember(pin.members(), chosen?.key) : undefined;
      },
    }),
    [cards, chosen, translate],
  );
}
