import type { useTable } from '@refinedev/antd';
import { useTranslate } from '@refinedev/core';
import { Alert, Button } from 'antd';
import { type Ref, useId, useImperativeHandle, useMemo, useState } from 'react';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import { type Column, sortableBy } from '#src/components/data-table/column.ts';
import { DataTable } from '#src/components/data-table/data-table.tsx';
import { PrintedHead } from '#src/components/data-table/printed-head.tsx';
import { Pager } from '#src/components/data-table/pager.tsx';
import type { PurchaseHeading } from '#contract/entities/purchase.ts';
import { formatDay, formatInstantDashed } from '#contract/rules/dates.ts';
import { formatTotal } from '#contract/rules/money.ts';
import { LazyPart } from '#src/components/lazy/lazy-part.tsx';
import { useErrorText } from '#src/hooks/use-error-text.ts';
import { useFeatures } from '#src/hooks/use-features.ts';
import { useLongList } from '#src/hooks/use-long-list.ts';
import { useNotify } from '#src/hooks/use-notify.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';
import styles from './amc-orders.module.css';
import { OrderBar } from './creation/order-bar.tsx';
import type { OrderCreation } from './creation/use-order-creation.ts';
import { useOrderQuestion } from './creation/use-order-question.ts';
import { ALL_SIZE, ORDERABLE_PURCHASES, PAGE_SIZE, type Period, allOrderable } from './orderable-purchases.ts';
import { MAX_PRINTED, PurchaseList } from './purchase-list/purchase-list.tsx';
import {
  isAllSelected,
  isSelected,
  purchaseKey,
  selectedCount,
  selectedPurchases,
  selectedTotal,
} from './selection/selection.ts';
import { useSelection } from './selection/use-selection.ts';

/** How the outcome of an order changes the list. */
export { OrderState } from './creation/order-state.tsx';

export interface OrderingHandle {
  /** All selected purchases were ordered. */
  readonly renew: () => void;
  /** These purchases can no longer be ordered. */
  readonly drop: (purchases: readonly PurchaseHeading[]) => void;
}

interface PurchaseOrderingProps {
  readonly ref: Ref<OrderingHandle>;
  readonly period: Period;
  /** The pages of the search. The page size `ALL_SIZE` is read as one long list. */
  readonly table: ReturnType<typeof useTable<PurchaseHeading, ApiError>>;
  readonly attempt: number;
  /** The order of the screen, which a new search keeps. */
  readonly creation: OrderCreation;
}

async function loadOrderQuestion() {
  return (await import('./creation/order-question.tsx')).OrderQuestion;
}

const NOTHING_CHOSEN = 'NOTHING_CHOSEN';
const numbers = new Intl.NumberFormat('it-IT');

/** The purchases of a period, their selection and their order (§2). Remount it by key for each search. */
export function PurchaseOrdering({ ref, period, table, attempt, creation }: PurchaseOrderingProps) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const { notify } = useNotify();
  const { sorts } = useFeatures();
  const { tableProps, tableQuery, sorters, currentPage, pageSize, setCurrentPage, setPageSize } = table;
  const isAll = pageSize === ALL_SIZE;
  const long = useLongList(ORDERABLE_PURCHASES, allOrderable(period), { attempt, enabled: isAll });
  const progressId = useId();
  const [expected, setExpected] = useState<number>();

  // The last page stays visible while the next loads. Rows of the last search cannot be selected.
  const [isAnswered, setIsAnswered] = useState(false);
  if (!isAnswered && tableQuery.data && !tableQuery.isPlaceholderData) setIsAnswered(true);
  const pages = isAnswered ? tableQuery.data : undefined;
  const page = useMemo(() => pages && { rows: pages.data, total: pages.total }, [pages]);

  const answer = isAll ? long.data : page;
  const { refetch, error } = isAll ? long : tableQuery;
  const isLoading = isAll ? long.isLoading : tableQuery.isFetching;
  const { selection, inHand, ...choice } = useSelection(answer, isAll ? 'all' : currentPage);
  const { rows } = inHand;
  const count = selectedCount(selection, inHand);
  const question = useOrderQuestion((chosen) => creation.create(chosen, period));

  useImperativeHandle(ref, () => ({
    renew: () => {
      choice.clear();
      if (isAll || currentPage === 1) void refetch();
      else setCurrentPage(1);
    },
    drop: (purchases) => {
      choice.drop(purchases);
      if (!inHand.isComplete) void refetch();
    },
  }));

  function confirm(): void {
    if (count > 0) question.ask(selectedPurchases(selection, inHand));
    else notify({ kind: 'warning', text: translate('amc-orders:chooseOne'), key: NOTHING_CHOSEN });
  }

  if (error && !isLoading) {
    return (
      <Alert
        type="error"
        showIcon
        message={translate('amc-orders:fetchFailed', { message: errorText(error) })}
        action={<ActionButton onClick={() => void refetch()}>{translate('common:retry')}</ActionButton>}
      />
    );
  }

  const columns: readonly Column<PurchaseHeading>[] = [
    {
      kind: 'text',
      key: 'purchaseId',
      title: translate('amc-orders:column.id'),
      value: ({ purchaseId }) => String(purchaseId),
    },
    {
      kind: 'text',
      key: 'createTime',
      title: translate('amc-orders:column.date'),
      value: ({ createTime }) => formatInstantDashed(new Date(createTime)),
    },
    {
      kind: 'currency',
      key: 'itemsAmount',
      title: translate('amc-orders:column.total'),
      shows: 'total',
      value: ({ itemsAmount }) => itemsAmount,
    },
  ];
  const nameOf = ({ purchaseId, createTime, itemsAmount }: PurchaseHeading) =>
    [
      translate('amc-orders:purchase'),
      purchaseId,
      formatInstantDashed(new Date(createTime)),
      formatTotal(itemsAmount),
    ].join(' ');
  const isEmpty = answer !== undefined && !isLoading && rows.length === 0 && (isAll || currentPage === 1);
  return (
    <>
      <PrintedHead
        filters={[translate('period:printed', { from: formatDay(period.dateStart), to: formatDay(period.dateEnd) })]}
        list={{
          columns,
          sorters: isAll ? [] : sorters,
          newestBy: 'createTime',
          page: isAll ? 1 : currentPage,
          pageSize: isAll ? MAX_PRINTED : pageSize,
          total: isAll ? rows.length : (answer?.total ?? 0),
        }}
      />
      {isEmpty && <Alert type="warning" showIcon message={translate('amc-orders:none')} />}
      {isAll && isLoading && (
        <div className={styles.progress}>
          <label htmlFor={progressId}>{translate('amc-orders:reading', { n: numbers.format(long.readCount) })}</label>
          <progress
            id={progressId}
            max={expected}
            value={expected === undefined ? undefined : Math.min(long.readCount, expected)}
          />
        </div>
      )}
      {rows.length > 0 && !(isAll && isLoading) && (
        <div className={styles.tools}>
          <Button aria-pressed={isAllSelected(selection, inHand)} onClick={choice.toggleAll}>
            {translate('amc-orders:toggleAll')}
          </Button>
          {!isAll && answer && answer.total > PAGE_SIZE && (
            <ActionButton
              onClick={() => {
                setExpected(answer.total);
                setPageSize(ALL_SIZE);
                setCurrentPage(1);
              }}
            >
              {translate('amc-orders:showAll')}
            </ActionButton>
          )}
        </div>
      )}
      {isAll && !isLoading && rows.length > 0 && (
        <>
          <PurchaseList rows={rows} selection={selection} onToggle={choice.toggle} />
          <Pager
            table={translate('amc-orders:list')}
            pagination={{ current: 1, pageSize: ALL_SIZE, total: rows.length }}
            showsTotal
            onChange={() => undefined}
          />
        </>
      )}
      {!isAll && !isEmpty && (
        <DataTable<PurchaseHeading>
          label={translate('amc-orders:list')}
          columns={sortableBy(columns, sorts.purchases)}
          rowKey={({ purchaseId }) => purchaseKey(purchaseId)}
          tableProps={{
            dataSource: rows,
            loading: answer === undefined || tableQuery.isPlaceholderData,
            pagination: tableProps.pagination ?? false,
            onChange: tableProps.onChange,
            rowSelection: {
              hideSelectAll: true,
              columnTitle: <span className="visually-hidden">{translate('amc-orders:column.choice')}</span>,
              selectedRowKeys: rows
                .filter((row) => isSelected(selection, row))
                .map(({ purchaseId }) => purchaseKey(purchaseId)),
              onSelect: choice.toggle,
              getCheckboxProps: (purchase) => ({
                children: <span className="visually-hidden">{nameOf(purchase)}</span>,
              }),
            },
          }}
          sorters={sorters}
          pageSizes={[PAGE_SIZE]}
          showsTotal
          onOpen={choice.toggle}
        />
      )}
      {(rows.length > 0 || count > 0 || isLoading) && (
        <OrderBar
          count={count}
          total={selectedTotal(selection, inHand)}
          isBusy={creation.isRunning || question.isReading || isLoading}
          canConfirm={creation.outcome?.problem.kind !== 'unknown'}
          onConfirm={confirm}
        />
      )}
      {question.chosen.length > 0 && <LazyPart load={loadOrderQuestion} props={{ question }} />}
    </>
  );
}
