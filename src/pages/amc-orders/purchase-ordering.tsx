import { useTranslate } from '@refinedev/core';
import { type Ref, startTransition, useId, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { type AmcOrderPreview, previewAmcOrders } from '#contract/calls/amc-orders.ts';
import { formatTotal, sum } from '#contract/rules/money.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { ConfirmDialog } from '#src/components/command/confirm-dialog.tsx';
import { Facts } from '#src/components/display/facts.tsx';
import { titled } from '#src/components/table/column.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { useCallMutation } from '#src/providers/api/call-hooks.ts';
import { knownFeatures } from '#src/providers/api/features.ts';
import { useSingleFlight } from '#src/providers/timing.ts';
import { useLongList } from '#src/providers/api/use-long-list.ts';
import styles from './amc-orders.module.css';
import { PurchaseSelection, type PurchaseTable, type SelectionHandle } from './purchase-selection.tsx';
import { ALL_SIZE, allOrderable, ORDERABLE_PURCHASES, type Period, type Purchases } from './selection.ts';
import type { OrderCreation } from './use-order-creation.ts';

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

interface Question {
  /** The purchases of the question. Kept while the dialog fades out. */
  readonly chosen: Purchases;
  /** The orders to create; empty if the server did not send a preview. */
  readonly orders: readonly AmcOrderPreview[];
  readonly isOpen: boolean;
}

/**
 * Asks before an order is made: with its preview, or without one where the server does not offer it or does not send it
 * (rules §1).
 */
function useOrderQuestion(onConfirmed: (chosen: Purchases) => void) {
  const { run } = useCallMutation(previewAmcOrders);
  const once = useSingleFlight();
  const [isReading, setIsReading] = useState(false);
  const [question, setQuestion] = useState<Question>({ chosen: [], orders: [], isOpen: false });

  async function preview(chosen: Purchases): Promise<readonly AmcOrderPreview[]> {
    const { calls } = await knownFeatures();
    if (!calls.includes(previewAmcOrders.name)) return [];
    const body = { purchasesIds: chosen.map(({ purchaseId }) => purchaseId) };
    return (await run({ body }, { alerts: 'expiry-only' })).orders;
  }

  async function ask(chosen: Purchases): Promise<void> {
    setIsReading(true);
    // The order itself reports purchases that cannot be ordered.
    const orders = await preview(chosen).catch(() => []);
    setIsReading(false);
    setQuestion({ chosen, orders, isOpen: true });
  }

  const close = () => setQuestion((last) => ({ ...last, isOpen: false }));
  return {
    ...question,
    isReading,
    /** Asks to confirm these purchases. */
    ask: (chosen: Purchases) => void once(() => ask(chosen)),
    confirm: () => {
      if (!question.isOpen) return;
      close();
      onConfirmed(question.chosen);
    },
    close,
  };
}

/** Room for the names of a store and of a health authority on one line. */
const WIDTH = 'min(50rem, 100%)';

/** Two stores may have the same name. */
function storeOf({ storeCode, storeName }: AmcOrderPreview): string {
  return `${storeCode} · ${storeName}`;
}

/**
 * Asks to confirm the orders: how many purchases make how many orders, what they cost, and each order by store and
 * health authority. A single order is told by its facts alone.
 */
function OrderQuestionDialog({ chosen, orders, isOpen, confirm, close }: ReturnType<typeof useOrderQuestion>) {
  const translate = useTranslate();
  const title = (key: string) => translate(`amc-orders:preview.${key}`);
  const total = sum(chosen.map(({ itemsAmount }) => itemsAmount));
  const columns = titled<AmcOrderPreview>(title, [
    { kind: 'text', key: 'store', value: storeOf },
    { kind: 'text', key: 'asl', value: ({ asl }) => asl.name },
    { kind: 'number', key: 'purchases', value: ({ purchases }) => purchases },
    { kind: 'currency', key: 'amount', value: ({ amount }) => amount },
  ]);
  const [first] = orders;
  const isSingle = orders.length === 1;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      width={WIDTH}
      title={translate('amc-orders:confirm')}
      text={first ? translate('amc-orders:preview.text', { count: orders.length }) : title('unknown')}
      details={
        <>
          <Facts
            facts={{
              ...(first && isSingle && { [title('store')]: storeOf(first), [title('asl')]: first.asl.name }),
              [title('purchases')]: formatCount(chosen.length),
              [title('orders')]: first && !isSingle && formatCount(orders.length),
            }}
            amounts={{ [title('amount')]: total }}
          />
          {first && !isSingle && (
            // A scrollable region must be reachable by keyboard.
            <div className={styles.orders} role="region" aria-label={title('list')} tabIndex={0}>
              <DataTable
                label={title('list')}
                columns={columns}
                rowKey={({ storeId, asl }) => `${String(storeId)} ${String(asl.aslId)}`}
                tableProps={{ dataSource: orders }}
                showsAll
              />
            </div>
          )}
        </>
      }
      yesLabel={translate('amc-orders:preview.yes', { total: formatTotal(total) })}
      noLabel={translate('common:no')}
      onYes={confirm}
      onClose={close}
    />
  );
}

interface PurchaseOrderingProps {
  readonly ref: Ref<SelectionHandle>;
  readonly period: Period;
  /** The pages of the search. The page size `ALL_SIZE` is read as one long list. */
  readonly table: PurchaseTable;
  readonly attempt: number;
  /** The order of the screen, which a new search keeps. */
  readonly creation: OrderCreation;
}

/** Reads the purchases of a period, and orders those that are selected (§2). Remount it by key for each search. */
export function PurchaseOrdering({ ref, period, table, attempt, creation }: PurchaseOrderingProps) {
  const { tableQuery, pageSize, setCurrentPage, setPageSize } = table;
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
        canConfirm={creation.failure?.problem.kind !== 'unknown'}
        onConfirm={question.ask}
      />
      {question.chosen.length > 0 && <OrderQuestionDialog {...question} />}
    </>
  );
}
