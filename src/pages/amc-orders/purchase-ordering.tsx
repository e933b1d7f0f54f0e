import type { useTable } from '@refinedev/antd';
import { type Ref, startTransition, useMemo, useRef, useState } from 'react';
import type { PurchaseHeading } from '#contract/entities/purchase.ts';
import { useLongList } from '#src/hooks/use-long-list.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';
import { OrderQuestion } from './creation/order-question.tsx';
import type { OrderCreation } from './creation/use-order-creation.ts';
import { useOrderQuestion } from './creation/use-order-question.ts';
import { ALL_SIZE, ORDERABLE_PURCHASES, type Period, allOrderable } from './orderable-purchases.ts';
import { type ReadingHandle, ReadingProgress } from './reading-progress.tsx';
import { PurchaseSelection, type SelectionHandle } from './selection/purchase-selection.tsx';

interface PurchaseOrderingProps {
  readonly ref: Ref<SelectionHandle>;
  readonly period: Period;
  /** The pages of the search. The page size `ALL_SIZE` is read as one long list. */
  readonly table: ReturnType<typeof useTable<PurchaseHeading, ApiError>>;
  readonly attempt: number;
  /** The order of the screen, which a new search keeps. */
  readonly creation: OrderCreation;
}

/** Reads the purchases of a period, and orders those that are selected (§2). Remount it by key for each search. */
export function PurchaseOrdering({ ref, period, table, attempt, creation }: PurchaseOrderingProps) {
  const { tableQuery, pageSize, setCurrentPage, setPageSize } = table;
  const isAll = pageSize === ALL_SIZE;
  const progress = useRef<ReadingHandle>(null);
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

  return (
    <>
      {isAll && isLoading && <ReadingProgress ref={progress} expected={expected} />}
      <PurchaseSelection
        ref={ref}
        period={period}
        table={table}
        answer={answer}
        isLoading={isLoading}
        error={error}
        refetch={refetch}
        onShowAll={() => {
          // Rendered in slices: the whole screen changes with its URL.
          startTransition(() => {
            setExpected(answer?.total);
            setPageSize(ALL_SIZE);
            setCurrentPage(1);
          });
        }}
        isBusy={creation.isRunning || question.isReading || isLoading}
        canConfirm={creation.outcome?.problem.kind !== 'unknown'}
        onConfirm={question.ask}
      />
      {question.chosen.length > 0 && <OrderQuestion question={question} />}
    </>
  );
}
