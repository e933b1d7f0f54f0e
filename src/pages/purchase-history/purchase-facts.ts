import type { Purchase } from '#contract/entities/purchase.ts';
import { formatInstant } from '#contract/rules/dates.ts';
import { formatTotal } from '#contract/rules/money.ts';

/** What names a purchase in a sentence; the date as dd/MM/yyyy HH:mm:ss of Europe/Rome, the total in euro. */
interface PurchaseFacts {
  readonly id: string;
  readonly date: string;
  readonly total: string;
}

/** The facts by which a dialog names a purchase. */
export function purchaseFacts({ purchaseId, createTime, itemsAmount }: Purchase): PurchaseFacts {
  return { id: String(purchaseId), date: formatInstant(new Date(createTime)), total: formatTotal(itemsAmount) };
}
