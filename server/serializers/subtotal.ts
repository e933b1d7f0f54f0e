import { toWire } from '#contract/rules/money.ts';
import type { Subtotal } from '#server/domain/ledger/subtotals.ts';

/** A subtotal as it goes on the wire. */
export function serializeSubtotal({ count, amount }: Subtotal) {
  return { count, amount: toWire(amount) };
}
