import { useTranslate } from '@refinedev/core';
import { useMemo, useState } from 'react';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import type { FilterErrors } from '#src/components/period-filters/filter-errors.ts';
import { PeriodForm } from '#src/components/period-filters/period-form.tsx';
import { useFilters } from '#src/components/period-filters/use-filters.ts';
import styles from './amc-orders.module.css';
import { PurchaseOrdering } from './purchase-ordering.tsx';
import { useExtent } from './use-extent.ts';

const NO_COUNTERPARTY = { name: 'aslId', isRequired: false } as const;
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
  const { dateStart, dateEnd } = filters.applied ?? {};
  const period = useMemo(() => (dateStart && dateEnd ? { dateStart, dateEnd } : null), [dateStart, dateEnd]);

  return (
    <div className={styles.screen}>
      <h1>{translate('amc-orders:title')}</h1>
      <p className={styles.lead}>{translate('amc-orders:lead')}</p>
      <PeriodForm
        label={translate('amc-orders:title')}
        filters={filters}
        onSubmit={() => {
          filters.apply();
          setAttempt((last) => last + 1);
        }}
        actions={
          <ActionButton type="primary" htmlType="submit">
            {translate('amc-orders:show')}
          </ActionButton>
        }
      />
      {period && (
        <PurchaseOrdering
          key={`${period.dateStart} ${period.dateEnd} ${attempt}`}
          period={period}
          extent={extent}
          attempt={attempt}
          onExtent={setExtent}
        />
      )}
    </div>
  );
}
