import type { EsbStatus } from '#contract/entities/amc-order.ts';
import type { Money } from '#contract/rules/money.ts';

/** An order for the central purchasing body: purchases of one store that one authority pays (§3, rules §7). */
export interface AmcOrder {
  readonly amcOrderId: number;
  readonly businessId: number;
  readonly businessName: string;
  readonly storeCode: string;
  readonly storeName: string;
  /** The payer. */
  readonly asl: { readonly aslId: number; readonly name: string };
  readonly districtCode: string;
  /** When the shop says it ordered. */
  readonly orderedAt: Date;
  /** Euro. */
  readonly amount: Money;
  readonly esbStatus: EsbStatus;
  /** Why the bus rejected it. */
  readonly esbReason: string | null;
}
