import { toOffsetTimestamp } from '#contract/rules/dates.ts';
import type { Money } from '#contract/rules/money.ts';

/** What the bus must know of an order. */
interface OrderedPurchases {
  readonly amcOrderId: number;
  readonly orderedAt: Date;
  readonly vat: string;
  readonly storeCode: string;
  readonly districtCode: string;
  /** The code of the health authority that pays. */
  readonly payerCode: string;
  /** Euro. */
  readonly amount: Money;
  readonly purchases: readonly {
    readonly purchaseId: number;
    readonly createdAt: Date;
    readonly amount: Money;
  }[];
}

/**
 * An order as it is delivered to the bus (rules §7): amounts in euro as exact decimal text, and nothing of the
 * patients.
 */
export function orderPayload(order: OrderedPurchases): Readonly<Record<string, unknown>> {
  return {
    amcOrderId: order.amcOrderId,
    orderDate: toOffsetTimestamp(order.orderedAt),
    vat: order.vat,
    storeCode: order.storeCode,
    districtCode: order.districtCode,
    payerCode: order.payerCode,
    amount: order.amount.toFixed(2),
    purchases: order.purchases.map(({ purchaseId, createdAt, amount }) => ({
      purchaseId,
      createTime: createdAt.toISOString(),
      amount: amount.toFixed(2),
    })),
  };
}
