import { SearchOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Input } from 'antd';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import { FieldError } from '#src/components/field-error/field-error.tsx';
import { ownAuthority } from '#src/components/period-filters/own-authority.ts';
import { PeriodForm } from '#src/components/period-filters/period-form.tsx';
import { useCounterparty } from '#src/components/period-filters/use-counterparty.ts';
import { useFilters } from '#src/components/period-filters/use-filters.ts';
import type { Identity } from '#src/providers/auth/identity.ts';
import { paths } from '#src/providers/paths.ts';
import styles from './amc-order-summary.module.css';
import { OrderTable } from './order-table.tsx';
import { useOrderSearch } from './use-order-search.ts';

/** The filters, which live in the URL, and the orders that they find; Enter searches. */
export function AmcOrderSummary({ identity }: { readonly identity: Identity }) {
  const translate = useTranslate();
  const orderFieldId = useId();
  const counterparty = useCounterparty(identity);
  const filters = useFilters(counterparty, false);
  const query = filters.applied && { ...ownAuthority(identity), ...filters.applied };
  const orders = useOrderSearch(query);
  const { amcOrderId: orderIdError } = filters.errors;

  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <h1>{translate('amc-summary:title')}</h1>
        {identity.profile === 'ASL' && <Link to={paths.billingSummary}>{translate('common:page.billingSummary')}</Link>}
      </div>
      <PeriodForm
        label={translate('amc-summary:title')}
        counterparty={counterparty}
        filters={filters}
        onSubmit={() => {
          const isNew = filters.apply();
          if (!isNew) orders.repeat();
        }}
        actions={
          <ActionButton type="primary" htmlType="submit" icon={<SearchOutlined aria-hidden />}>
            {translate('amc-summary:search')}
          </ActionButton>
        }
      >
        <div className={styles.field}>
          <label htmlFor={orderFieldId}>{translate('amc-summary:orderId')}</label>
          <Input
            id={orderFieldId}
            inputMode="numeric"
            autoComplete="off"
            value={filters.draft.amcOrderId}
            status={orderIdError ? 'error' : ''}
            aria-invalid={orderIdError !== undefined}
            aria-describedby={`${orderFieldId}-error`}
            onChange={(event) => filters.change({ amcOrderId: event.target.value })}
          />
          <FieldError id={`${orderFieldId}-error`} text={orderIdError && translate(`period:error.${orderIdError}`)} />
        </div>
      </PeriodForm>
      {query ? <OrderTable orders={orders} query={query} /> : <p>{translate('amc-summary:ask')}</p>}
    </div>
  );
}
