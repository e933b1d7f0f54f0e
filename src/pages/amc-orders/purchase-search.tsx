import { useTable } from '@refinedev/antd';
import { useTranslate } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import type { PurchaseHeading } from '#contract/entities/purchase.ts';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import { SearchForm } from '#src/components/data-table/search-form.tsx';
import { PeriodForm } from '#src/components/period-form/period-form.tsx';
import {
  type PeriodValues,
  listParams,
  periodQueryOf,
  periodSchema,
  toPeriodFilters,
} from '#src/components/period-form/period-schema.ts';
import { usePeriodForm } from '#src/components/period-form/use-period-form.ts';
import { useNotify } from '#src/hooks/use-notify.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';
import { OrderState } from './creation/order-state.tsx';
import type { OrderCreation } from './creation/use-order-creation.ts';
import { ALL_SIZE, PAGE_SIZE } from './orderable-purchases.ts';
import { PurchaseOrdering } from './purchase-ordering.tsx';
import type { SelectionHandle } from './selection/purchase-selection.tsx';

const SCHEMA = periodSchema(false);
const ORDER_OPEN = 'ORDER_OPEN';
const MISSING = new Set<string | undefined>(['startRequired', 'endRequired']);

function bannerOf({ dateStart, dateEnd }: FieldErrors<PeriodValues>): string {
  const isMissing = MISSING.has(dateStart?.message) || MISSING.has(dateEnd?.message);
  return isMissing ? 'amc-orders:chooseDates' : 'period:error.banner';
}

interface PurchaseSearchProps {
  readonly creation: OrderCreation;
  readonly ordering: Ref<SelectionHandle>;
}

/** The period and its purchases that can be ordered. Period and page are in the URL. */
export function PurchaseSearch({ creation, ordering }: PurchaseSearchProps) {
  const translate = useTranslate();
  const { notify, dismiss } = useNotify();
  /** Number of the search, so that the same search can run again. */
  const [attempt, setAttempt] = useState(0);
  const table = useTable<PurchaseHeading, ApiError>({
    resource: 'orderable-purchases',
    pagination: { pageSize: PAGE_SIZE },
    meta: { attempt },
    queryOptions: {
      enabled: ({ queryKey }) => {
        const { filters, pagination } = listParams(queryKey);
        // All purchases at once are read as one long list.
        return pagination?.pageSize !== ALL_SIZE && periodQueryOf(SCHEMA, filters) !== null;
      },
      placeholderData: keepPreviousData,
    },
  });
  const state = usePeriodForm(SCHEMA, table.filters, bannerOf);
  const period = periodQueryOf(SCHEMA, table.filters);
  const hasOrderState = creation.created !== null || creation.outcome !== null || creation.isRunning;

  function search(values: PeriodValues): void {
    // A search would offer purchases that may already be ordered.
    if (creation.isOpen) {
      notify({ kind: 'warning', text: translate('amc-orders:orderOpen'), key: ORDER_OPEN });
      return;
    }
    dismiss(ORDER_OPEN);
    creation.dismissOutcome();
    setAttempt((last) => last + 1);
    table.setFilters(toPeriodFilters(values), 'replace');
    table.setCurrentPage(1);
  }

  return (
    <>
      <SearchForm form={table.searchFormProps.form} />
      <PeriodForm
        label={translate('amc-orders:title')}
        state={state}
        onSubmit={state.submit((_, values) => search(values))}
        onReset={() => {
          table.setFilters([], 'replace');
          table.setCurrentPage(1);
        }}
        actions={
          <ActionButton type="primary" htmlType="submit" aria-disabled={creation.isOpen}>
            {translate('amc-orders:show')}
          </ActionButton>
        }
      />
      {hasOrderState && <OrderState creation={creation} />}
      {period && (
        <PurchaseOrdering
          key={`${period.dateStart} ${period.dateEnd} ${attempt}`}
          ref={ordering}
          period={period}
          table={table}
          attempt={attempt}
          creation={creation}
        />
      )}
    </>
  );
}
