import { money } from '#contract/rules/money.ts';
import type { EsbTarget } from '#server/domain/amc-orders/delivery.ts';

/**
 * Replaces the bus when none is configured. It receives an order at the first delivery and decides at the next one: it
 * accepts orders up to the limit and rejects the others, so that a demonstration shows both.
 * @param limit in euro
 */
export function loopbackTarget(limit: number): EsbTarget {
  const reason = `Importo superiore al limite di ${limit} euro per ordine`;
  return {
    deliver: ({ isTaken, amount }) => {
      if (!isTaken) return Promise.resolve({ kind: 'TAKEN' });
      return Promise.resolve(amount.gt(money(limit)) ? { kind: 'REJECTED', reason } : { kind: 'ACCEPTED' });
    },
  };
}
