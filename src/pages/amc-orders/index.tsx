import { useTranslate } from '@refinedev/core';
import { useMemo, useRef, useState } from 'react';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import type { FilterErrors } from '#src/components/period-filters/filter-errors.ts';
import { PeriodForm } from '#src/components/period-filters/period-form.tsx';
import { useFilters } from '#src/components/period-filters/use-filters.ts';
import { NOTICE_MS, dismissAlert, showAlert } from '#src/providers/notifications/alert-store.ts';
import styles from './amc-orders.module.css';
import { OrderState } from './creation/order-state.tsx';
import { useOrderCreation } from './creation/use-order-creation.ts';
import { type OrderingHandle, PurchaseOrdering } from './purchase-ordering.tsx';
import { useExtent } from './use-extent.ts';

const NO_COUNTERPARTY = { name: 'aslId', isRequired: false } as const;
const ORDER_OPEN = 'ORDER_OPEN';
const MISSING = new Set<string | undefined>(['startRequired', 'endRequired']);

function bannerOf({ dateStart, dateEnd }: FilterErrors): string {
  return MISSING.has(dateStart) || MISSING.has(dateEnd) ? 'amc-orders:chooseDates' : 'period:error.banner';
}

/** Ordini AMC: orders the purchases of a period from the central purchasing body (§2). */
export function Component() {
  const translate = useTranslate();
  const filters = useFilters(NO_COUNTERPARTY, false, bannerOf);
  const [extent, setExtent] = useExtent();
  const [attempt, setAttempt] = useState(0);
  const ordering = useRef<OrderingHandle>(null);
  const creation = useOrderCreation({
    onOrdered: () => ordering.current?.renew(),
    onFallenOut: (purchases) => ordering.current?.drop(purchases),
  });
  const { dateStart, dateEnd } = filters.applied ?? {};
  const period = useMemo(() => (dateStart && dateEnd ? { dateStart, dateEnd } : null), [dateStart, dateEnd]);

  /** A new search would offer purchases of which nobody knows yet whether they are ordered. */
  function search(): void {
    if (creation.isOpen) {
      const text = translate('amc-orders:orderOpen');
      showAlert({ kind: 'warning', text, key: ORDER_OPEN, duration: NOTICE_MS, dismissible: true });
      return;
    }
    dismissAlert(ORDER_OPEN);
    creation.dismissOutcome();
    filters.apply();
    setAttempt((last) => last + 1);
  }

  return (
    <div className={styles.screen}>
      <h1>{translate('amc-orders:title')}</h1>
      <p className={styles.lead}>{translate('amc-orders:lead')}</p>
      <PeriodForm
        label={translate('amc-orders:title')}
        filters={filters}
        onSubmit={search}
        actions={
          <ActionButton type="primary" htmlType="submit" aria-disabled={creation.isOpen}>
            {translate('amc-orders:show')}
          </ActionButton>
        }
      />
      <OrderState creation={creation} />
      {period && (
        <PurchaseOrdering
          ref={ordering}
          key={`${period.dateStart} ${period.dateEnd} ${attempt}`}
          period={period}
          extent={extent}
          attempt={attempt}
          onExtent={setExtent}
          creation={creation}
        />
      )}
    </div>
  );
}
