import { SearchOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Input, Select } from 'antd';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { AmcOrder } from '#contract/calls/amc-orders.ts';
import { useCountText } from '#src/components/display/count-text.ts';
import { STATUS_FILTERS } from '#src/components/display/statuses.ts';
import { ActionButton } from '#src/components/form/action-button.tsx';
import { CounterpartyField } from '#src/components/form/counterparties.tsx';
import { ControlledField } from '#src/components/form/form-field.tsx';
import { PeriodForm } from '#src/components/form/period-form.tsx';
import { partySchema } from '#src/components/form/period-schema.ts';
import screens from '#src/components/layout/screens.module.css';
import { useNavigationKey } from '#src/components/url-state.ts';
import { useFeatures } from '#src/providers/api/features.ts';
import { useNotify } from '#src/providers/notifications/use-notify.ts';
import { paths } from '#src/providers/paths.ts';
import type { Identity } from '#src/providers/session/identity.ts';
import { useIdentity } from '#src/providers/session/use-identity.ts';
import { OrderTable, statusFilterText } from './order-table.tsx';
import { usePeriodSearch } from './use-period-search.ts';

const FOUND = 'AMC_ORDERS_FOUND';

/** The filters and the orders that they find. Filters and page are in the URL; Enter searches. */
export function AmcOrderSummary({ identity: { profile, aslId } }: { readonly identity: Identity }) {
  const translate = useTranslate();
  const { notify } = useNotify();
  const countText = useCountText();
  const { filters: extraFilters } = useFeatures();
  // A health authority sends its own id in every query (§6, rules §7).
  const own = profile === 'ASL' ? [{ field: 'aslId', operator: 'eq' as const, value: aslId }] : [];
  const orders = usePeriodSearch<AmcOrder>('amc-orders', partySchema(profile), own);
  const { table, state, query, attempt } = orders;
  const { tableQuery, result } = table;
  const { control } = state.form;

  const { total = 0 } = result;
  const { pagination } = table.tableProps;
  const found = countText(total, pagination !== false && pagination?.hasMore);
  const search = query && JSON.stringify([query, attempt]);
  const isAnswered = tableQuery.isSuccess && !tableQuery.isPlaceholderData && !tableQuery.isFetching;
  const lastNotified = useRef<string | null>(null);
  useEffect(() => {
    // Shown once for each search (§8), not for each page.
    if (!isAnswered || lastNotified.current === search) return;
    lastNotified.current = search;
    notify(
      total > 0
        ? { kind: 'success', text: translate('amc-summary:found', { count: total, n: found }), key: FOUND }
        : { kind: 'warning', text: translate('amc-summary:notFound'), key: FOUND },
    );
  }, [isAnswered, search, total, found, translate, notify]);

  return (
    <div className={screens.screen}>
      <div className={screens.head}>
        <h1>{translate('amc-summary:title')}</h1>
        {profile === 'ASL' && <Link to={paths.billingSummary}>{translate('common:page.billingSummary')}</Link>}
      </div>
      <PeriodForm
        label={translate('amc-summary:title')}
        state={state}
        onSubmit={state.submit((_, values) => orders.search(values))}
        onReset={orders.reset}
        actions={
          <ActionButton type="primary" htmlType="submit" icon={<SearchOutlined aria-hidden />}>
            {translate('amc-summary:search')}
          </ActionButton>
        }
      >
        <CounterpartyField control={control} profile={profile} isFailureShownElsewhere={tableQuery.isError} />
        <ControlledField
          control={control}
          name="amcOrderId"
          label={translate('amc-summary:orderId')}
          errorOf={(key) => translate(`period:error.${key}`)}
        >
          {(input) => <Input {...input} inputMode="numeric" />}
        </ControlledField>
        {/* For servers that offer it (rules §1). */}
        {extraFilters['amc-orders']?.includes('esbStatus') && (
          <ControlledField control={control} name="esbStatus" label={translate('amc-summary:column.status')}>
            {({ value, onChange, ...input }) => (
              <Select<string | null>
                {...input}
                allowClear
                virtual={false}
                placeholder={translate('amc-summary:anyStatus')}
                value={value === '' ? null : value}
                options={STATUS_FILTERS.map((status) => ({
                  value: status,
                  label: statusFilterText(status, translate),
                }))}
                onChange={(chosen) => onChange(chosen ?? '')}
              />
            )}
          </ControlledField>
        )}
      </PeriodForm>
      {query ? (
        <OrderTable orders={orders} profile={profile} query={{ ...query, ...(profile === 'ASL' && { aslId }) }} />
      ) : (
        <p className={screens.empty}>{translate('amc-summary:ask')}</p>
      )}
    </div>
  );
}

/** Riepilogo Ordini AMC: the orders of a period and their status (§2). */
export function Component() {
  const navigationKey = useNavigationKey();
  const { data: identity } = useIdentity();
  return identity ? <AmcOrderSummary key={navigationKey} identity={identity} /> : null;
}
