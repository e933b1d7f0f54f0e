import type { purchase } from '#contract/entities/purchase.ts';
import { toOffsetTimestamp } from '#contract/rules/dates.ts';
import { toWire } from '#contract/rules/money.ts';
import type { Sent } from '#contract/wire.ts';
import type { Purchase } from '#server/domain/purchases/purchase.ts';
import { serializeLine } from './line.ts';

export function serializePurchase({ createdAt, lines, ...rest }: Purchase): Sent<typeof purchase> {
  return {
    ...rest,
    createTime: toOffsetTimestamp(createdAt),
    itemsAmount: toWire(rest.itemsAmount),
    ...(lines === undefined ? {} : { items: lines.map(serializeLine) }),
  };
}
