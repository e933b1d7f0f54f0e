import { useTranslate } from '@refinedev/core';
import { Alert } from 'antd';
import { readBillTotals } from '#contract/calls/billing-summary.ts';
import type { CallInput } from '#contract/call.ts';
import { formatMonth } from '#contract/rules/dates.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { Amount } from '#src/components/amount/amount.tsx';
import { ControlTotal } from '#src/components/detail-card/control-total.tsx';
import { type Detail, DetailCard } from '#src/components/detail-card/detail-card.tsx';
import { RetryLine } from '#src/components/retry/retry-line.tsx';
import { useCallQuery } from '#src/hooks/use-call-query.ts';
import { Value } from '#src/components/value/value.tsx';

/** The totals of the documents, with a note if they would be empty or incomplete. Only on servers that offer it. */
export function BillTotals({ input }: { readonly input: CallInput<typeof readBillTotals> }) {
  const translate = useTranslate();
  const { data, isLoading, onRetry } = useCallQuery(readBillTotals, input, { alerts: 'expiry-only' });
  if (onRetry) return <RetryLine onRetry={onRetry} />;
  if (isLoading) return <p>{translate('billing:totals.reading')}</p>;
  if (!data) return null;

  const { total, isPeriodOver, closedMonths, ...parts } = data.totals;
  const counted = [
    ['purchases', parts.purchases],
    ['cancellations', parts.cancellations],
    ['corrections', parts.corrections],
  ] as const;
  const isEmpty = counted.every(([, { count }]) => count === 0);
  const details: readonly Detail[] = [
    ...counted.map(([name, { count, amount }]) => ({
      label: translate(`billing:totals.${name}`),
      value: (
        <>
          <Value text={formatCount(count)} /> · <Amount value={amount} />
        </>
      ),
    })),
    { label: translate('billing:totals.total'), value: <Amount value={total} /> },
    ...closedMonths.map(({ month, rows, controlTotal }) => ({
      label: translate('billing:totals.closed', { month: formatMonth(month) }),
      value: (
        <>
          {translate('billing:totals.controlTotal')} <ControlTotal value={controlTotal} /> ·{' '}
          <span>{translate('billing:totals.rows', { rows: formatCount(rows) })}</span>
        </>
      ),
    })),
  ];
  return (
    <>
      {!isPeriodOver && (
        <Alert
          type="info"
          role="status"
          showIcon
          message={translate('billing:totals.open')}
          description={translate('billing:totals.openText')}
        />
      )}
      {isEmpty ? (
        <Alert type="warning" showIcon message={translate('billing:totals.empty')} />
      ) : (
        <DetailCard title={translate('billing:totals.title')} details={details} />
      )}
    </>
  );
}
