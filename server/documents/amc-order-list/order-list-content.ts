import type { Money } from '#contract/rules/money.ts';
import { STATUSES } from '../amc-order/order-content.ts';
import { filtersText } from '../filter-facts.ts';

/** An order in the list; `amount` is in euro. */
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

/** The content of the list of orders. */
export interface OrderListContent {
  readonly madeAt: Date;
  readonly requester: { readonly name: string; readonly organisation: string };
  readonly filters: {
    readonly dateStart?: string | undefined;
    readonly dateEnd?: string | undefined;
    readonly amcOrderId?: number | undefined;
    readonly esbStatus?: readonly ListedOrder['esbStatus'][] | undefined;
  };
  /** The names of the health authority and the company among the filters. */
  readonly filterNames: { readonly asl?: string | undefined; readonly business?: string | undefined };
  /** In batches. */
  readonly orders: AsyncIterable<readonly ListedOrder[]>;
  /** The totals of the orders read so far; rejected orders are counted separately. */
  readonly totals: () => { readonly valid: Subtotal; readonly rejected: Subtotal; readonly leftOut: number };
}

/** The filters besides the period, as text. */
export function orderFilters({ filters, filterNames }: OrderListContent): string {
  return filtersText([
    ['Numero ordine', filters.amcOrderId],
    ['Ente pagatore', filterNames.asl],
    ['Esercente', filterNames.business],
    ['Stato ESB', filters.esbStatus?.map((status) => STATUSES[status]).join(', ')],
  ]);
}
