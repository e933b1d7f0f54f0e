import { toWire } from '#contract/rules/money.ts';
import type { Subtotal } from '#server/domain/ledger/subtotals.ts';

export function serializeSubtotal({ count, amount }: Subtotal) {
  return { count, amount: toWire(amount) };
}
