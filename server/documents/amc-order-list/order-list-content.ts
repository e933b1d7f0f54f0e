import { formatDay } from '#contract/rules/dates.ts';
import type { Money } from '#contract/rules/money.ts';

/** An order in a list of orders. `amount` in euro. */
export interface ListedOrder {
  readonly amcOrderId: number;
  readonly businessName: string;
  readonly storeCode: string;
  readonly storeName: string;
  readonly districtCode: string;
  readonly asl: { readonly name: string };
  readonly orderedAt: Date;
  readonly amount: Money;
  readonly esbStatus: 'PENDING' | 'SENT' | 'ACCEPTED' | 'REJECTED';
  readonly esbReason: string | null;
}

interface Subtotal {
  readonly count: number;
  readonly amount: Money;
}

/** All that a list of orders says. */
export interface OrderListContent {
  readonly madeAt: Date;
  readonly requester: { readonly name: string; readonly organisation: string };
  readonly filters: { readonly dateStart?: string | undefined; readonly dateEnd?: string | undefined };
  /** Batch after batch. */
  readonly orders: AsyncIterable<readonly ListedOrder[]>;
  /** Of the orders read so far; the rejected ones count apart. */
  readonly totals: () => { readonly valid: Subtotal; readonly rejected: Subtotal; readonly leftOut: number };
}

/** The days asked for, where they were. */
export function periodOf({ filters: { dateStart, dateEnd } }: OrderListContent): readonly [string, string] {
  const shown = (day: string | undefined) => (day ? formatDay(day) : '–');
  return [shown(dateStart), shown(dateEnd)];
}
