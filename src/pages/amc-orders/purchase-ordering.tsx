import { useTranslate } from '@refinedev/core';
import { Alert, Button } from 'antd';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useState } from 'react';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import { Pager } from '#src/components/data-table/pager.tsx';
import { pageCount } from '#src/components/data-table/paging.ts';
import type { PurchaseHeading } from '#contract/entities/purchase.ts';
import { useLongList } from '#src/hooks/use-long-list.ts';
import { useErrorText } from '#src/hooks/use-error-text.ts';
import { NOTICE_MS, showAlert } from '#src/providers/notifications/alert-store.ts';
import styles from './amc-orders.module.css';
import { OrderBar } from './creation/order-bar.tsx';
import type { OrderCreation } from './creation/use-order-creation.ts';
import { type Extent, ORDERABLE_PURCHASES, PAGE_SIZE, type Period, orderableSearch } from './orderable-purchases.ts';
import { PurchaseList } from './purchase-list/purchase-list.tsx';
import { ReadingProgress } from './reading-progress.tsx';
import { isAllSelected, selectedCount, selectedPurchases, selectedTotal } from './selection/selection.ts';
import { useSelection } from './selection/use-selection.ts';
import type { TurnToExtent } from './use-extent.ts';

/** What the outcome of an order does to the list. */
export interface OrderingHandle {
  /** Everything chosen was ordered. */
  readonly renew: () => void;
  /** These can no longer be ordered. */
  readonly drop: (purchases: readonly PurchaseHeading[]) => void;
}

interface PurchaseOrderingProps {
  readonly ref: Ref<OrderingHandle>;
  readonly period: Period;
  readonly extent: Extent;
  /** Counts the searches. */
  readonly attempt: number;
  readonly onExtent: TurnToExtent;
  /** The order of the screen, which outlives a search. */
  readonly creation: OrderCreation;
}

const NOTHING_CHOSEN = 'NOTHING_CHOSEN';

/** The purchases of a period, the choice among them and their order (§2). To be mounted anew, by key, for each search. */
export function PurchaseOrdering({ ref, period, extent, attempt, onExtent, creation }: PurchaseOrderingProps) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const list = useLongList(ORDERABLE_PURCHASES, orderableSearch(period, extent), {
    attempt,
    isShort: extent !== 'all',
  });
  const { selection, inHand, ...choice } = useSelection(list.data, extent);
  const [expected, setExpected] = useState<number>();
  const { rows } = inHand;
  const total = list.data?.total ?? 0;
  const isAll = extent === 'all';
  // Purchases that have been ordered meanwhile leave fewer pages than an old link, or the way back, may ask for.
  const isBeyond = !list.isLoading && list.data?.rows.length === 0 && !isAll && extent > 1;
  const turnBack = useEffectEvent(() => {
    if (!isAll) onExtent(Math.min(pageCount(total, PAGE_SIZE), extent - 1), { replace: true });
  });
  useEffect(() => {
    if (isBeyond) turnBack();
  }, [isBeyond]);

  useImperativeHandle(ref, () => ({
    renew: () => {
      choice.clear();
      if (isAll || extent === 1) void list.refetch();
      else onExtent(1);
    },
    drop: (purchases) => {
      choice.drop(purchases);
      if (!inHand.isComplete) void list.refetch();
    },
  }));
  const count = selectedCount(selection, inHand);

  function confirm(): void {
    if (count > 0) {
      creation.create(selectedPurchases(selection, inHand), period);
      return;
    }
    const text = translate('amc-orders:chooseOne');
    showAlert({ kind: 'warning', text, key: NOTHING_CHOSEN, duration: NOTICE_MS, dismissible: true });
  }

  if (list.error && !list.isLoading) {
    return (
      <Alert
        type="error"
        showIcon
        message={translate('amc-orders:fetchFailed', { message: errorText(list.error) })}
        action={<ActionButton onClick={() => void list.refetch()}>{translate('common:retry')}</ActionButton>}
      />
    );
  }

  const isEmpty = list.data !== undefined && !list.isLoading && !isBeyond && rows.length === 0;
  return (
    <>
      {isEmpty && <Alert type="warning" showIcon message={translate('amc-orders:none')} />}
      {list.isLoading && <ReadingProgress readCount={list.readCount} expected={expected} />}
      {!list.isLoading && rows.length > 0 && (
        <>
          <div className={styles.tools}>
            <Button aria-pressed={isAllSelected(selection, inHand)} onClick={choice.toggleAll}>
              {translate('amc-orders:toggleAll')}
            </Button>
            {!isAll && total > PAGE_SIZE && (
              <ActionButton
                onClick={() => {
                  setExpected(total);
                  onExtent('all');
                }}
              >
                {translate('amc-orders:showAll')}
              </ActionButton>
            )}
          </div>
          <PurchaseList rows={rows} selection={selection} onToggle={choice.toggle} />
          <Pager
            pagination={{
              current: isAll ? 1 : extent,
              pageSize: isAll ? Math.max(PAGE_SIZE, rows.length) : PAGE_SIZE,
              total: isAll ? rows.length : total,
            }}
            showsTotal
            onChange={(page) => onExtent(page)}
          />
        </>
      )}
      {(rows.length > 0 || count > 0 || list.isLoading) && (
        <OrderBar
          count={count}
          total={selectedTotal(selection, inHand)}
          isBusy={creation.isRunning || list.isLoading}
          canConfirm={creation.outcome?.kind !== 'unknown'}
          onConfirm={confirm}
        />
      )}
    </>
  );
}
