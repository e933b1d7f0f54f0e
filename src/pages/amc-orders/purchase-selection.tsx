import { useTranslate } from '@refinedev/core';
import { Alert, Button } from 'antd';
import {
  type Ref,
  startTransition,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { OrderablePurchase } from '#contract/calls/purchases.ts';
import { formatDay } from '#contract/rules/dates.ts';
import { formatTotal, type Money } from '#contract/rules/money.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { Amount } from '#src/components/display/value.tsx';
import { ActionButton } from '#src/components/form/action-button.tsx';
import screens from '#src/components/layout/screens.module.css';
import { type Column, sortableBy } from '#src/components/table/column.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { Pager } from '#src/components/table/pager.tsx';
import { PrintedHead } from '#src/components/table/printed-head.tsx';
import { useFeatures } from '#src/providers/api/features.ts';
import { useLongList } from '#src/providers/api/use-long-list.ts';
import { useErrorText, useNotify } from '#src/providers/notifications/use-notify.ts';
import styles from './amc-orders.module.css';
import { OrderQuestionDialog, useOrderQuestion } from './order-question.tsx';
import { MAX_PRINTED, PurchaseList, PurchaseNumber } from './purchase-list.tsx';
import {
  ALL_SIZE,
  allOrderable,
  dateOf,
  isAllSelected,
  isSelected,
  ORDERABLE_PURCHASES,
  PAGE_SIZE,
  type Period,
  purchaseKey,
  type Purchases,
  selectedCount,
  selectedPurchases,
  selectedTotal,
  useSelection,
} from './selection.ts';
import type { OrderCreation } from './use-order-creation.ts';
import type { PeriodSearch } from './use-period-search.ts';

interface ProgressHandle {
  readonly report: (count: number) => void;
}

interface ReadingProgressProps {
  readonly ref: Ref<ProgressHandle>;
  /** The number of purchases to read, if it is known. */
  readonly expected: number | undefined;
}

/** How many purchases have been read. A component of its own: progress must not render the screen each time. */
function ReadingProgress({ ref, expected }: ReadingProgressProps) {
  const translate = useTranslate();
  const id = useId();
  const [count, setCount] = useState(0);
  useImperativeHandle(ref, () => ({ report: setCount }), []);
  return (
    <div className={styles.progress}>
      <label htmlFor={id}>{translate('amc-orders:reading', { n: formatCount(count) })}</label>
      <progress id={id} max={expected} value={expected === undefined ? undefined : Math.min(count, expected)} />
    </div>
  );
}

interface OrderBarProps {
  readonly count: number;
  /** Euro; undefined while it is summed up. */
  readonly total: Money | undefined;
  readonly isBusy: boolean;
  readonly canConfirm: boolean;
  readonly onConfirm: () => void;
}

/** Number and total of the selected purchases, always visible, with the button that orders them (§2). */
function OrderBar({ count, total, isBusy, canConfirm, onConfirm }: OrderBarProps) {
  const translate = useTranslate();
  const confirmLatest = useRef(onConfirm);
  // In a layout effect, so together with the selection on the screen: a press never orders an earlier one.
  useLayoutEffect(() => {
    confirmLatest.current = onConfirm;
  });
  // Not rendered for each pressed checkbox, because it takes longer than the rest.
  const button = useMemo(
    () => (
      <ActionButton
        type="primary"
        size="large"
        loading={isBusy}
        disabled={!canConfirm}
        onClick={() => confirmLatest.current()}
      >
        {translate('amc-orders:confirm')}
      </ActionButton>
    ),
    [translate, isBusy, canConfirm],
  );
  return (
    <div className={styles.bar}>
      <p className={styles.fact} role="status">
        {translate('amc-orders:selected')} <strong translate="no">{formatCount(count)}</strong>
      </p>
      <p className={styles.fact}>
        {translate('amc-orders:total')} <strong>{total && <Amount value={total} />}</strong>
      </p>
      {button}
    </div>
  );
}

export interface SelectionHandle {
  /** All selected purchases were ordered. */
  readonly renew: () => void;
  /** These purchases can no longer be ordered. */
  readonly drop: (purchases: Purchases) => void;
}

interface PurchaseSelectionProps {
  readonly ref: Ref<SelectionHandle>;
  readonly period: Period;
  /** The pages of the search. The page size `ALL_SIZE` is read as one long list. */
  readonly table: PeriodSearch<OrderablePurchase>['table'];
  readonly attempt: number;
  /** The order of the screen, which a new search keeps. */
  readonly creation: OrderCreation;
}

const NOTHING_CHOSEN = 'NOTHING_CHOSEN';

/**
 * The purchases of a period with their checkboxes, and the bar that orders the selected ones (§2). Remount it by key for
 * each search.
 */
export function PurchaseSelection({ ref, period, table, attempt, creation }: PurchaseSelectionProps) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const { notify } = useNotify();
  const { sorts } = useFeatures();
  const { tableProps, tableQuery, sorters, currentPage, pageSize, setCurrentPage, setPageSize } = table;
  const isAll = pageSize === ALL_SIZE;
  const progress = useRef<ProgressHandle>(null);
  const long = useLongList(ORDERABLE_PURCHASES, allOrderable(period), {
    attempt,
    enabled: isAll,
    onProgress: (count) => progress.current?.report(count),
  });
  const [expected, setExpected] = useState<number>();

  // The last page stays visible while the next loads. Rows of the last search cannot be selected.
  const [isAnswered, setIsAnswered] = useState(false);
  if (!isAnswered && tableQuery.data && !tableQuery.isPlaceholderData) setIsAnswered(true);
  const pages = isAnswered ? tableQuery.data : undefined;
  const page = useMemo(() => pages && { rows: pages.data, total: pages.total }, [pages]);

  const answer = isAll ? long.data : page;
  const { refetch, error } = isAll ? long : tableQuery;
  const isLoading = isAll ? long.isLoading : tableQuery.isFetching;
  const question = useOrderQuestion((chosen) => creation.create(chosen, period));
  const { selection, loaded, ...choice } = useSelection(answer, isAll ? 'all' : currentPage);
  const { rows } = loaded;
  const count = selectedCount(selection, loaded);

  useImperativeHandle(ref, () => ({
    renew: () => {
      choice.clear();
      if (isAll || currentPage === 1) void refetch();
      else setCurrentPage(1);
    },
    drop: (purchases) => {
      choice.drop(purchases);
      if (!loaded.isComplete) void refetch();
    },
  }));

  function confirm(): void {
    if (count > 0) question.ask(selectedPurchases(selection, loaded));
    else notify({ kind: 'warning', text: translate('amc-orders:chooseOne'), key: NOTHING_CHOSEN });
  }

  const title = (key: string) => translate(`amc-orders:column.${key}`);
  const columns: readonly Column<OrderablePurchase>[] = [
    { kind: 'object', key: 'purchaseId', title: title('id'), render: (purchase) => <PurchaseNumber of={purchase} /> },
    { kind: 'text', key: 'createTime', title: title('date'), value: dateOf },
    { kind: 'currency', key: 'itemsAmount', title: title('total'), value: ({ itemsAmount }) => itemsAmount },
  ];
  // Rendered once: a checkbox does not change it, and it is slow to render.
  const pagerOfAll = useMemo(
    () => (
      <Pager
        table={translate('amc-orders:list')}
        pagination={{ current: 1, pageSize: ALL_SIZE, total: rows.length }}
        showsTotal
        onChange={() => undefined}
      />
    ),
    [translate, rows.length],
  );

  function showAll(): void {
    // Rendered in slices: the whole screen changes with its URL.
    startTransition(() => {
      setExpected(answer?.total);
      setPageSize(ALL_SIZE);
      setCurrentPage(1);
    });
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

  const nameOf = (row: OrderablePurchase) =>
    [translate('amc-orders:purchase'), row.purchaseId, dateOf(row), formatTotal(row.itemsAmount)].join(' ');
  const isEmpty = answer !== undefined && !isLoading && rows.length === 0 && (isAll || currentPage === 1);
  return (
    <>
      {isAll && isLoading && <ReadingProgress ref={progress} expected={expected} />}
      <PrintedHead
        filters={[translate('period:printed', { from: formatDay(period.dateStart), to: formatDay(period.dateEnd) })]}
        list={{
          ...table,
          columns,
          newestBy: 'createTime',
          result: { total: answer?.total },
          ...(isAll && { sorters: [], currentPage: 1, pageSize: MAX_PRINTED, result: { total: rows.length } }),
        }}
      />
      {isEmpty && <Alert type="warning" showIcon message={translate('amc-orders:none')} />}
      {rows.length > 0 && !(isAll && isLoading) && (
        <div className={screens.tools}>
          <Button aria-pressed={isAllSelected(selection, loaded)} onClick={choice.toggleAll}>
            {translate('amc-orders:toggleAll')}
          </Button>
          {!isAll && answer && answer.total > PAGE_SIZE && (
            <ActionButton onClick={showAll}>{translate('amc-orders:showAll')}</ActionButton>
          )}
        </div>
      )}
      {isAll && !isLoading && rows.length > 0 && (
        <>
          <PurchaseList rows={rows} selection={selection} onToggle={choice.toggle} />
          {pagerOfAll}
        </>
      )}
      {!isAll && !isEmpty && (
        <DataTable<OrderablePurchase>
          label={translate('amc-orders:list')}
          columns={sortableBy(columns, sorts.purchases)}
          rowKey={purchaseKey}
          tableProps={{
            dataSource: rows,
            loading: answer === undefined || tableQuery.isPlaceholderData,
            pagination: tableProps.pagination ?? false,
            onChange: tableProps.onChange,
            rowSelection: {
              hideSelectAll: true,
              columnTitle: <span className="visually-hidden">{title('choice')}</span>,
              selectedRowKeys: rows.filter((row) => isSelected(selection, row)).map(purchaseKey),
              onSelect: choice.toggle,
              getCheckboxProps: (row) => ({ children: <span className="visually-hidden">{nameOf(row)}</span> }),
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
          total={selectedTotal(selection, loaded)}
          isBusy={creation.isRunning || question.isReading || isLoading}
          canConfirm={creation.failure?.problem.kind !== 'unknown'}
          onConfirm={confirm}
        />
      )}
      {question.chosen.length > 0 && <OrderQuestionDialog {...question} />}
    </>
  );
}
