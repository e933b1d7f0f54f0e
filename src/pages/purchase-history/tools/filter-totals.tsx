import { useTranslate } from '@refinedev/core';
import { readPurchaseTotals } from '#contract/calls/purchases.ts';
import { formatTotal } from '#contract/rules/money.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { RetryLine } from '#src/components/retry/retry-line.tsx';
import { useCallQuery } from '#src/hooks/use-call-query.ts';
import type { PurchaseFilterValues } from './purchase-filters.ts';

interface FilterTotalsProps {
  readonly query: Partial<PurchaseFilterValues>;
}

/** Number and sums of the filtered purchases; cancelled ones separately. */
export function FilterTotals({ query }: FilterTotalsProps) {
  const translate = useTranslate();
  const { data, onRetry } = useCallQuery(readPurchaseTotals, { query }, { alerts: 'expiry-only' });
  if (onRetry) return <RetryLine onRetry={onRetry} />;
  const { active, cancelled } = data?.totals ?? {};
  return (
    <p role="status">
      {active && cancelled
        ? translate('purchases:totals', {
            active: formatCount(active.count),
            total: formatTotal(active.amount),
            cancelled: formatCount(cancelled.count),
            cancelledTotal: formatTotal(cancelled.amount),
          })
        : '\u00A0'}
    </p>
  );
}
