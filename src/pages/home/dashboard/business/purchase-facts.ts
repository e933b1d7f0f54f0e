import { type Read, amount, id, optional, optionalListOf, record, text, timestamp } from '#contract/wire.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';

const category = record({ categoryId: optional(id), name: optional(text) });
const line = record({
  totalPrice: optional(amount),
  product: optional(record({ categories: optionalListOf(category) })),
});

/** The fields that the dashboard reads. The lines are read only for their categories, and a server may omit them. */
const purchaseFacts = record({
  createTime: timestamp,
  itemsAmount: amount,
  status: text,
  items: optionalListOf(line),
});
export type PurchaseFacts = Read<typeof purchaseFacts>;

/** The list of purchases for the dashboard, with few fields. */
export const RECENT_PURCHASES = { call: searchPurchases, collection: 'purchases', row: purchaseFacts } as const;
