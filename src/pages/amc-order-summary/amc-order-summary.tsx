import { SearchOutlined } from '@ant-design/icons';
import { useTable } from '@refinedev/antd';
import { useTranslate } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { AmcOrder } from '#contract/entities/amc-order.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import { SearchForm } from '#src/components/data-table/search-form.tsx';
import { CounterpartyField } from '#src/components/period-form/counterparty-field.tsx';
import { PeriodForm } from '#src/components/period-form/period-form.tsx';
import { listParams, partySchema, periodQueryOf, toPeriodFilters } from '#src/components/period-form/period-schema.ts';
import { usePeriodForm } from '#src/components/period-form/use-period-form.ts';
import { useFeatures } from '#src/hooks/use-features.ts';
import { useNotify } from '#src/hooks/use-notify.ts';
import type { Identity } from '#src/providers/auth/identity.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';
import { paths } from '#src/providers/paths.ts';
import styles from './amc-order-summary.module.css';
import { OrderIdField } from './order-id-field.tsx';
import { OrderTable } from './order-table.tsx';
import { StatusField } from './status-field.tsx';

/** See §9. */
const ORDERS_PER_PAGE = 20;
const FOUND = 'AMC_ORDERS_FOUND';

/** The filters and the orders that they find. Filters and page are in the URL; Enter searches. */
export function AmcOrderSummary({ identity: { profile, aslId } }: { readonly identity: Identity }) {
  const translate = useTranslate();
  const { notify } = useNotify();
  const { filters: extraFilters } = useFeatures();
  const schema = partySchema(profile);
  /** Number of the search, so that the same search can run again. */
  const [attempt, setAttempt] = useState(0);
  const table = useTable<AmcOrder, ApiError>({
    resource: 'amc-orders',
    pagination: { pageSize: ORDERS_PER_PAGE },
    // A health authority sends its own id in every query (§6, rules §7).
    filters: { permanent: profile === 'ASL' ? [{ field: 'aslId', operator: 'eq', value: aslId }] : [] },
    meta: { attempt },
    queryOptions: {
      enabled: ({ queryKey }) => periodQueryOf(schema, listParams(queryKey).filters) !== null,
      placeholderData: keepPreviousData,
    },
  });
  const { tableQuery, searchFormProps, result, filters, setFilters, setCurrentPage } = table;
  const state = usePeriodForm(schema, filters);
  const query = periodQueryOf(schema, filters);

  const { total = 0 } = result;
  const search = query && JSON.stringify([query, attempt]);
  const isAnswered = tableQuery.isSuccess && !tableQuery.isPlaceholderData && !tableQuery.isFetching;
  const lastNotified = useRef<string | null>(null);
  useEffect(() => {
    // Shown once for each search (§8), not for each page.
    if (!isAnswered || lastNotified.current === search) return;
    lastNotified.current = search;
    notify(
      total > 0
        ? { kind: 'success', text: translate('amc-summary:found', { count: total, n: formatCount(total) }), key: FOUND }
        : { kind: 'warning', text: translate('amc-summary:notFound'), key: FOUND },
    );
  }, [isAnswered, search, total, translate, notify]);

  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <h1>{translate('amc-summary:title')}</h1>
        {profile === 'ASL' && <Link to={paths.billingSummary}>{translate('common:page.billingSummary')}</Link>}
      </div>
      <PeriodForm
        label={translate('amc-summary:title')}
        state={state}
        onSubmit={state.submit((_, values) => {
          setAttempt((last) => last + 1);
          setFilters(toPeriodFilters(values), 'replace');
          setCurrentPage(1);
        })}
        onReset={() => {
          setFilters([], 'replace');
          setCurrentPage(1);
        }}
        actions={
          <ActionButton type="primary" htmlType="submit" icon={<SearchOutlined aria-hidden />}>
            {translate('amc-summary:search')}
          </ActionButton>
        }
      >
        <CounterpartyField
          control={state.form.control}
          profile={profile}
          isFailureShownElsewhere={tableQuery.isError}
        />
        <OrderIdField control={state.form.control} />
        {extraFilters['amc-orders']?.includes('esbStatus') && <StatusField control={state.form.control} />}
      </PeriodForm>
      <SearchForm form={searchFormProps.form} />
      {query ? (
        <OrderTable
          table={table}
          profile={profile}
          pageSizes={[ORDERS_PER_PAGE]}
          query={{ ...query, ...(profile === 'ASL' && { aslId }) }}
          attempt={attempt}
        />
      ) : (
        <p>{translate('amc-summary:ask')}</p>
      )}
    </div>
  );
}
