import { toWire } from '#contract/rules/money.ts';
import type { Totals } from '#server/domain/ledger/subtotals.ts';
import type { EndOfDay } from '#server/domain/purchases/read-end-of-day.ts';
import { serializeSubtotal } from './subtotal.ts';

function serializeTotals({ sales, cancellations, total }: Totals) {
  return { sales: serializeSubtotal(sales), cancellations: serializeSubtotal(cancellations), total: toWire(total) };
}

export function serializeEndOfDay({ storeId, storeName, users, ...figures }: EndOfDay) {
  const ofUsers = users.map(({ username, ...totals }) => ({ username, ...serializeTotals(totals) }));
  return { storeId, storeName, ...serializeTotals(figures), users: ofUsers };
}
