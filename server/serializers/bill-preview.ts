import { toOffsetTimestamp } from '#contract/rules/dates.ts';
import { toWire } from '#contract/rules/money.ts';
import type { BillPreview } from '#server/domain/billing/read-bill-totals.ts';
import { serializeSubtotal } from './subtotal.ts';

export function serializeBillPreview(from: BillPreview) {
  const { purchases, cancellations, corrections, total, isPeriodOver, closedMonths } = from;
  return {
    purchases: serializeSubtotal(purchases),
    cancellations: serializeSubtotal(cancellations),
    corrections: serializeSubtotal(corrections),
    total: toWire(total),
    isPeriodOver,
    closedMonths: closedMonths.map(({ closedAt, ...closed }) => ({
      ...closed,
      closeTime: toOffsetTimestamp(closedAt),
    })),
  };
}
