import { money } from '#contract/rules/money.ts';
import type { EsbTarget } from '#server/domain/amc-orders/delivery.ts';

/**
 * Stands in for the bus where none is configured: takes an order at its first delivery and gives the verdict at the
 * next. It accepts every order up to the limit and rejects those above it, so that both can be shown.
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
