import { type Read, amount, id, optional, optionalListOf, record, text, timestamp } from '#contract/wire.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';

const category = record({ categoryId: optional(id), name: optional(text) });
const line = record({
  totalPrice: optional(amount),
  product: optional(record({ categories: optionalListOf(category) })),
});

/** What the dashboard reads of a purchase: its lines only for their categories, and a server may leave them out. */
const purchaseFacts = record({
  createTime: timestamp,
  itemsAmount: amount,
  status: text,
  items: optionalListOf(line),
});
export type PurchaseFacts = Read<typeof purchaseFacts>;

/** The purchases behind the dashboard, of which little is read. */
export const RECENT_PURCHASES = { call: searchPurchases, collection: 'purchases', row: purchaseFacts } as const;
