import type { amcOrder, amcOrderPreview } from '#contract/entities/amc-order.ts';
import { toOffsetTimestamp } from '#contract/rules/dates.ts';
import { toWire } from '#contract/rules/money.ts';
import type { Sent } from '#contract/wire.ts';
import type { AmcOrder } from '#server/domain/amc-orders/amc-order.ts';
import type { AmcOrderPreview } from '#server/domain/amc-orders/preview-amc-orders.ts';

export function serializeAmcOrder({ orderedAt, amount, ...rest }: AmcOrder): Sent<typeof amcOrder> {
  return { ...rest, orderDate: toOffsetTimestamp(orderedAt), amount: toWire(amount) };
}

export function serializeAmcOrderPreview({ amount, ...rest }: AmcOrderPreview): Sent<typeof amcOrderPreview> {
  return { ...rest, amount: toWire(amount) };
}
