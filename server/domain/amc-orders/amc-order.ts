import type { EsbStatus } from '#contract/entities/amc-order.ts';
import type { Money } from '#contract/rules/money.ts';

/** An order for the central purchasing body: purchases of one store that one health authority pays (§3, rules §7). */
export interface AmcOrder {
  readonly amcOrderId: number;
  readonly businessId: number;
  readonly businessName: string;
  readonly storeCode: string;
  readonly storeName: string;
  /** The health authority that pays. */
  readonly asl: { readonly aslId: number; readonly name: string };
  readonly districtCode: string;
  /** The order time that the shop gave. */
  readonly orderedAt: Date;
  /** In euro. */
  readonly amount: Money;
  readonly esbStatus: EsbStatus;
  /** The bus's reason for a rejection. */
  readonly esbReason: string | null;
}
