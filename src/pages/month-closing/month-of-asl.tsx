import { LockOutlined } from '@ant-design/icons';
import { useCan, useTranslate } from '@refinedev/core';
import { Alert } from 'antd';
import { useState } from 'react';
import { readMonthFigures } from '#contract/calls/admin/closings.ts';
import type { AslMonth, BusinessMonth } from '#contract/entities/admin/closing.ts';
import { formatInstant, formatMonth } from '#contract/rules/dates.ts';
import type { Id } from '#contract/wire.ts';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import type { Column } from '#src/components/data-table/column.ts';
import { DataTable } from '#src/components/data-table/data-table.tsx';
import { OPERATOR_PAGE_SIZES } from '#src/providers/data/page-sizes.ts';
import { DetailCard } from '#src/components/detail-card/detail-card.tsx';
import { RetryLine } from '#src/components/retry/retry-line.tsx';
import { Skeleton } from '#src/components/skeleton/skeleton.tsx';
import { chipOf } from '#src/components/status-chip/statuses.ts';
import { Permitted } from '#src/components/permitted.tsx';
import { useErrorText } from '#src/hooks/use-error-text.ts';
import { useCallQuery } from '#src/hooks/use-call-query.ts';
import { type Closable, ClosingQuestion } from './closing-question.tsx';
import { figureDetails } from './figure-details.tsx';
import styles from './month-closing.module.css';

interface BusinessTableProps {
  readonly month: AslMonth;
  readonly onClose: (business: BusinessMonth) => void;
}

function BusinessTable({ month: { businesses, isOver }, onClose }: BusinessTableProps) {
  const translate = useTranslate();
  const { data: mayClose } = useCan({ resource: 'admin-closings', action: 'create' });
  const title = (key: string) => translate(`month-closing:${key}`);
  const columns: readonly Column<BusinessMonth>[] = [
    {
      kind: 'text',
      key: 'companyName',
      title: title('business'),
      sortable: true,
      value: ({ companyName }) => companyName,
    },
    {
      kind: 'currency',
      key: 'purchases',
      title: title('figures.purchases'),
      shows: 'total',
      value: ({ figures }) => figures.purchases.amount,
    },
    {
      kind: 'currency',
      key: 'taken',
      title: title('takenBack'),
      shows: 'total',
      value: ({ figures }) => figures.cancellations.amount.plus(figures.corrections.amount),
    },
    {
      kind: 'currency',
      key: 'total',
      title: title('figures.total'),
      shows: 'total',
      sortable: true,
      value: ({ figures }) => figures.total,
    },
    {
      kind: 'currency',
      key: 'orders',
      title: title('figures.netOrders'),
      shows: 'total',
      value: ({ figures }) => figures.orders.amount.plus(figures.rejections.amount),
    },
    {
      kind: 'chip',
      key: 'state',
      title: title('state'),
      value: ({ closeTime }) => chipOf('month', closeTime === undefined ? 'OPEN' : 'CLOSED', translate),
    },
    {
      kind: 'action',
      key: 'close',
      title: title('close'),
      label: ({ companyName }) => translate('month-closing:closeOf', { name: companyName }),
      icon: <LockOutlined aria-hidden />,
      text: title('close'),
      isOffered: ({ closeTime }) => mayClose?.can === true && isOver && closeTime === undefined,
      onAction: onClose,
    },
  ];
  return (
    <section className={styles.part} aria-label={title('byBusiness')}>
      <h2>{title('byBusiness')}</h2>
      <DataTable
        label={title('byBusiness')}
        columns={columns}
        rowKey={({ businessId }) => String(businessId)}
        tableProps={{ dataSource: [...businesses], pagination: { pageSize: OPERATOR_PAGE_SIZES[0] } }}
        pageSizes={OPERATOR_PAGE_SIZES}
        emptyText={title('empty')}
      />
    </section>
  );
}

/**
 * Reads the current figures, so that an open question is up to date. Undefined for what is closed: a closing whose
 * answer was lost is not asked about again.
 */
function closableOf(read: AslMonth, businessId?: Id): Closable | undefined {
  const { aslId, aslName, month, figures, businesses, closeTime } = read;
  if (businessId === undefined) return closeTime === undefined ? { aslId, month, name: aslName, figures } : undefined;
  const business = businesses.find((row) => row.businessId === businessId && row.closeTime === undefined);
  return business && { aslId, businessId, month, name: business.companyName, figures: business.figures };
}

interface MonthOfAslProps {
  readonly aslId: string;
  readonly month: string;
  readonly onClosed: () => void;
}

/** The figures of a month, in all and by business, with the buttons to close it. */
export function MonthOfAsl({ aslId, month, onClosed }: MonthOfAslProps) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const query = { aslId: Number(aslId), month };
  const { data, error, isLoading, onRetry, refetch } = useCallQuery(
    readMonthFigures,
    { query },
    { alerts: 'expiry-only' },
  );
  const [openTarget, setOpenTarget] = useState<{ readonly businessId?: Id }>();
  if (onRetry) return <RetryLine onRetry={onRetry} />;
  if (isLoading) return <Skeleton rows={6} />;
  if (error && !data) return <Alert type="error" showIcon message={errorText(error)} />;
  if (!data) return null;

  const { aslName, isOver, closeTime, figures } = data.month;
  const name = formatMonth(month);
  return (
    <>
      <DetailCard
        title={translate('month-closing:title', { month: name, name: aslName })}
        details={figureDetails(figures, translate)}
      >
        <div className={styles.state}>
          <p role="status">
            {closeTime !== undefined
              ? translate('month-closing:closedAt', { time: formatInstant(new Date(closeTime)) })
              : translate(isOver ? 'month-closing:openText' : 'month-closing:notOver')}
          </p>
          {isOver && closeTime === undefined && (
            <Permitted resource="admin-closings" action="create">
              <ActionButton type="primary" icon={<LockOutlined aria-hidden />} onClick={() => setOpenTarget({})}>
                {translate('month-closing:closeMonth')}
              </ActionButton>
            </Permitted>
          )}
        </div>
      </DetailCard>
      <BusinessTable month={data.month} onClose={({ businessId }) => setOpenTarget({ businessId })} />
      <ClosingQuestion
        closable={openTarget && closableOf(data.month, openTarget.businessId)}
        onClose={() => setOpenTarget(undefined)}
        onDone={() => {
          void refetch();
          onClosed();
        }}
      />
    </>
  );
}
