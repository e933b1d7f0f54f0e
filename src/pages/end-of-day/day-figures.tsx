import { PrinterOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import type { CallAnswer } from '#contract/call.ts';
import { readEndOfDay } from '#contract/calls/end-of-day.ts';
import { formatDay, formatInstant } from '#contract/rules/dates.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { Amount } from '#src/components/amount/amount.tsx';
import type { Column } from '#src/components/data-table/column.ts';
import { DataTable } from '#src/components/data-table/data-table.tsx';
import { DetailCard } from '#src/components/detail-card/detail-card.tsx';
import { RetryLine } from '#src/components/retry/retry-line.tsx';
import { Skeleton } from '#src/components/skeleton/skeleton.tsx';
import { useCallQuery } from '#src/hooks/use-call-query.ts';
import styles from './end-of-day.module.css';
import { Value } from '#src/components/value/value.tsx';

interface DayFiguresProps {
  readonly storeId: string;
  readonly day: string;
}

type UserFigures = CallAnswer<typeof readEndOfDay>['endOfDay']['users'][number];

/** Sales, cancellations and total of the day, in all and by user. Prints without the form above. */
export function DayFigures({ storeId, day }: DayFiguresProps) {
  const translate = useTranslate();
  const input = { params: { storeId: Number(storeId) }, query: { day } };
  const { data, readAt, isLoading, onRetry } = useCallQuery(readEndOfDay, input, { alerts: 'expiry-only' });
  if (onRetry) return <RetryLine onRetry={onRetry} />;
  if (isLoading) return <Skeleton rows={4} />;
  if (!data) return <p>{translate('end-of-day:unknownStore')}</p>;

  const { storeName, users, total, ...counted } = data.endOfDay;
  const label = (key: string) => translate(`end-of-day:${key}`);
  const columns: readonly Column<UserFigures>[] = [
    { kind: 'text', key: 'user', title: label('user'), value: ({ username }) => username ?? label('unknownUser') },
    { kind: 'number', key: 'sales', title: label('salesCount'), value: ({ sales }) => sales.count },
    { kind: 'currency', key: 'sold', title: label('sales'), shows: 'total', value: ({ sales }) => sales.amount },
    {
      kind: 'number',
      key: 'cancellations',
      title: label('cancellationsCount'),
      value: ({ cancellations }) => cancellations.count,
    },
    {
      kind: 'currency',
      key: 'cancelled',
      title: label('cancellations'),
      shows: 'total',
      value: ({ cancellations }) => cancellations.amount,
    },
    { kind: 'currency', key: 'total', title: label('total'), shows: 'total', value: (figures) => figures.total },
  ];
  return (
    <>
      <div className={styles.head}>
        <h2>{translate('end-of-day:heading', { store: storeName, day: formatDay(day) })}</h2>
        <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
          {label('print')}
        </Button>
      </div>
      <p>{translate('end-of-day:at', { at: formatInstant(readAt) })}</p>
      <DetailCard
        title={label('totals')}
        details={[
          ...(['sales', 'cancellations'] as const).map((key) => ({
            label: label(key),
            value: (
              <>
                <Value text={formatCount(counted[key].count)} /> · <Amount value={counted[key].amount} />
              </>
            ),
          })),
          { label: label('total'), value: <Amount value={total} /> },
        ]}
      />
      <DataTable
        label={label('users')}
        columns={columns}
        rowKey={({ username }) => username ?? ''}
        tableProps={{ dataSource: users }}
        // They must add up to the total.
        showsAll
        emptyText={label('empty')}
      />
    </>
  );
}
