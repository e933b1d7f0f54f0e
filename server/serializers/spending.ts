import type { finding, spending } from '#contract/entities/admin/spending.ts';
import { toOffsetTimestamp } from '#contract/rules/dates.ts';
import { toWire } from '#contract/rules/money.ts';
import type { Sent } from '#contract/wire.ts';
import type { Spending } from '#server/domain/spending/read-spending.ts';
import type { Finding } from '#server/domain/spending/search-findings.ts';
import { serializeSubtotal } from './subtotal.ts';

function serializeSums({ purchases, cancellations, total }: Omit<Spending, 'rows' | 'asOf'>) {
  return {
    purchases: serializeSubtotal(purchases),
    cancellations: serializeSubtotal(cancellations),
    total: toWire(total),
  };
}

export function serializeSpending({ rows, asOf, ...sums }: Spending): Sent<typeof spending> {
  return {
    rows: rows.map(({ key, name, ...group }) => ({ key, name, ...serializeSums(group) })),
    ...serializeSums(sums),
    asOf: asOf && toOffsetTimestamp(asOf),
  };
}

export function serializeFinding({ unitPrice, referencePrice, ...from }: Finding): Sent<typeof finding> {
  return {
    ...from,
    unitPrice: unitPrice && toWire(unitPrice),
    referencePrice: referencePrice && toWire(referencePrice),
  };
}
