import { useTable } from '#src/components/table/use-table.ts';
import { useTranslate } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Alert } from 'antd';
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { Link } from 'react-router-dom';
import type { AmcOrder } from '#contract/calls/amc-orders.ts';
import type { OrderablePurchase } from '#contract/calls/purchases.ts';
import { formatInstantDashed, romeDay } from '#contract/rules/dates.ts';
import { formatTotal } from '#contract/rules/money.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { OutcomeQuestion, WaitingNotice } from '#src/components/command/messages.tsx';
import { Value } from '#src/components/display/value.tsx';
import { ActionButton } from '#src/components/form/action-button.tsx';
import { PeriodForm, usePeriodForm } from '#src/components/form/period-form.tsx';
import {
  periodQueryOf,
  periodSchema,
  type PeriodValues,
  toPeriodFilters,
  valuesOf,
} from '#src/components/form/period-schema.ts';
import screens from '#src/components/layout/screens.module.css';
import { listParams } from '#src/providers/data/filter-values.ts';
import { useListAddress, useNavigationKey } from '#src/components/url-state.ts';
import type { ApiError } from '#src/providers/api/api-error.ts';
import { useErrorText, useNotify } from '#src/providers/notifications/use-notify.ts';
import { paths } from '#src/providers/paths.ts';
import styles from './amc-orders.module.css';
import { PurchaseOrdering } from './purchase-ordering.tsx';
import type { SelectionHandle } from './purchase-selection.tsx';
import { ALL_SIZE, PAGE_SIZE, purchaseKey } from './selection.ts';
import { type OrderFailure, type OrderCreation, type OrdersOfRequest, useOrderCreation } from './use-order-creation.ts';

/** The created orders. Each number links to the summary. Scrolls into view. */
function CreatedOrders({ orders, orderedAt }: OrdersOfRequest) {
  const translate = useTranslate();
  const addressOf = useListAddress(paths.amcOrderSummary);
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    container.current?.scrollIntoView({ block: 'nearest' });
  }, [orders]);

  function summaryOf({ amcOrderId, asl, orderDate }: AmcOrder): string {
    const day = romeDay(orderDate === undefined ? orderedAt : new Date(orderDate));
    return addressOf({
      ...(asl && { aslId: String(asl.aslId) }),
      amcOrderId: String(amcOrderId),
      dateStart: day,
      dateEnd: day,
    });
  }

  const list = (
    <ul className={styles.names}>
      {orders.map((order) => (
        <li key={String(order.amcOrderId)}>
          <Link to={summaryOf(order)} translate="no">
            {translate('amc-orders:made.order', { id: order.amcOrderId })}
          </Link>
          {[order.storeName ?? order.storeCode, order.asl?.name, order.amount && formatTotal(order.amount)]
            .filter(Boolean)
            .map((fact) => (
              <Value key={String(fact)} text={` · ${String(fact)}`} />
            ))}
        </li>
      ))}
    </ul>
  );
  return (
    <div ref={container}>
      <Alert type="success" showIcon message={translate('amc-orders:made.title')} description={list} />
    </div>
  );
}

/** Longer lists of purchases show only their number. */
const MAX_NAMED = 10;

function NamedPurchases({ purchases }: { readonly purchases: readonly OrderablePurchase[] }) {
  const translate = useTranslate();
  const others = purchases.length - MAX_NAMED;
  return (
    <ul className={styles.names}>
      {purchases.slice(0, MAX_NAMED).map(({ purchaseId, createTime, itemsAmount }) => (
        <li key={purchaseKey(purchaseId)}>
          {translate('amc-orders:named', {
            id: purchaseId,
            date: formatInstantDashed(new Date(createTime)),
            total: formatTotal(itemsAmount),
          })}
        </li>
      ))}
      {others > 0 && <li>{translate('amc-orders:others', { count: others, n: formatCount(others) })}</li>}
    </ul>
  );
}

interface FailureMessageProps {
  readonly failure: OrderFailure;
  readonly onVerify: () => void;
}

/** Why the orders were not created as requested, and what to do next (§8, rules §2). Scrolls into view. */
function FailureMessage({ failure, onVerify }: FailureMessageProps) {
  const { problem, unavailable, leavesOthers } = failure;
  const translate = useTranslate();
  const errorText = useErrorText();
  const container = useRef<HTMLDivElement>(null);

  useEffect(() => {
    container.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);

  function withNames(text: string | null): ReactNode {
    if (unavailable.length === 0) return text;
    return (
      <>
        {text}
        <NamedPurchases purchases={unavailable} />
        {leavesOthers && translate('amc-orders:outcome.restSelected')}
      </>
    );
  }

  function detail(): ReactNode {
    switch (problem.kind) {
      case 'refused':
        return withNames(problem.refusal.shown ? null : errorText(problem.refusal));
      case 'notDone':
        return withNames(translate(`amc-orders:outcome.${unavailable.length === 0 ? 'notOrdered' : 'unavailable'}`));
      case 'unknown':
        return <OutcomeQuestion text={translate('amc-orders:outcome.unknown')} onVerify={onVerify} />;
    }
  }

  return (
    <div ref={container}>
      {problem.kind === 'refused' ? (
        <Alert type="error" showIcon message={translate('amc-orders:failed')} description={detail()} />
      ) : (
        <Alert type="warning" showIcon message={detail()} />
      )}
    </div>
  );
}

/** The state of the last order. A new search keeps it. */
function OrderState({ creation }: { readonly creation: OrderCreation }) {
  const { created, failure, verify, activity, stopWaiting } = creation;
  const translate = useTranslate();
  return (
    <>
      {created && created.orders.length > 0 && <CreatedOrders {...created} />}
      {failure && <FailureMessage failure={failure} onVerify={verify} />}
      <WaitingNotice
        activity={activity}
        text={activity === 'verifying' ? translate('amc-orders:outcome.verifying') : undefined}
        onStop={stopWaiting}
      />
    </>
  );
}

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
  const table = useTable<OrderablePurchase, ApiError>({
    resource: 'orderable-purchases',
    pagination: { pageSize: PAGE_SIZE },
    meta: { attempt },
    queryOptions: {
      enabled: ({ queryKey }) => {
        const { filters, pagination } = listParams(queryKey);
        // All purchases at once are read as one long list.
        return pagination?.pageSize !== ALL_SIZE && periodQueryOf(SCHEMA, valuesOf(filters)) !== null;
      },
      placeholderData: keepPreviousData,
    },
  });
  const chosen = valuesOf(table.filters);
  const state = usePeriodForm(SCHEMA, chosen, bannerOf);
  const period = periodQueryOf(SCHEMA, chosen);
  const hasOrderState = creation.created !== null || creation.failure !== null || creation.isRunning;

  function search(values: PeriodValues): void {
    // A search would offer purchases that may already be ordered.
    if (creation.isOpen) {
      notify({ kind: 'warning', text: translate('amc-orders:orderOpen'), key: ORDER_OPEN });
      return;
    }
    dismiss(ORDER_OPEN);
    creation.dismiss();
    setAttempt((last) => last + 1);
    table.setFilters(toPeriodFilters(values), 'replace');
    table.setCurrentPage(1);
  }

  return (
    <>
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

/** Ordini AMC: orders the purchases of a period from the central purchasing body (§2). A new search keeps the order. */
export function Component() {
  const translate = useTranslate();
  const navigationKey = useNavigationKey();
  const ordering = useRef<SelectionHandle>(null);
  const creation = useOrderCreation({
    onOrdered: () => ordering.current?.renew(),
    onUnavailable: (purchases) => ordering.current?.drop(purchases),
  });
  return (
    <div className={screens.screen}>
      <h1>{translate('amc-orders:title')}</h1>
      <p className={screens.lead}>{translate('amc-orders:lead')}</p>
      <PurchaseSearch key={navigationKey} creation={creation} ordering={ordering} />
    </div>
  );
}
