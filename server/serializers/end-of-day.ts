import { toWire } from '#contract/rules/money.ts';
import type { Balance } from '#server/domain/ledger/subtotals.ts';
import type { EndOfDay } from '#server/domain/purchases/read-end-of-day.ts';
import { serializeSubtotal } from './subtotal.ts';

function serializeBalance({ sales, cancellations, net }: Balance) {
  return { sales: serializeSubtotal(sales), cancellations: serializeSubtotal(cancellations), total: toWire(net) };
}

export function serializeEndOfDay({ storeId, storeName, users, ...figures }: EndOfDay) {
  const ofUsers = users.map(({ username, ...balance }) => ({ username, ...serializeBalance(balance) }));
  return { storeId, storeName, ...serializeBalance(figures), users: ofUsers };
}
