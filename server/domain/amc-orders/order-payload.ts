import { toOffsetTimestamp } from '#contract/rules/dates.ts';
import type { Money } from '#contract/rules/money.ts';

/** The data of an order for the bus. */
interface OrderedPurchases {
  readonly amcOrderId: number;
  readonly orderedAt: Date;
  readonly vat: string;
  readonly storeCode: string;
  readonly districtCode: string;
  /** The code of the health authority that pays. */
  readonly payerCode: string;
  /** In euro. */
  readonly amount: Money;
  readonly purchases: readonly {
    readonly purchaseId: number;
    readonly createdAt: Date;
    readonly amount: Money;
  }[];
}

/**
 * The payload of an order for the bus (rules §7). Amounts are exact decimal texts in euro. It contains no patient data.
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
