import { useTranslate } from '@refinedev/core';
import { Alert } from 'antd';
import { type ReactNode, type Ref, useRef } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { Link } from 'react-router-dom';
import type { AmcOrder } from '#contract/calls/amc-orders.ts';
import type { OrderablePurchase } from '#contract/calls/purchases.ts';
import { romeDay } from '#contract/rules/dates.ts';
import { formatTotal } from '#contract/rules/money.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { OutcomeQuestion, WaitingNotice } from '#src/components/command/messages.tsx';
import { Value } from '#src/components/display/value.tsx';
import { ActionButton } from '#src/components/form/action-button.tsx';
import { PeriodForm } from '#src/components/form/period-form.tsx';
import { periodSchema, type PeriodValues } from '#src/components/form/period-schema.ts';
import screens from '#src/components/layout/screens.module.css';
import { useListAddress, useNavigationKey } from '#src/components/url-state.ts';
import { useErrorText, useNotify } from '#src/providers/notifications/use-notify.ts';
import { paths } from '#src/providers/paths.ts';
import styles from './amc-orders.module.css';
import { PurchaseSelection, type SelectionHandle } from './purchase-selection.tsx';
import { dateOf, purchaseKey, type Purchases } from './selection.ts';
import { type OrderCreation, type OrderFailure, type OrdersOfRequest, useOrderCreation } from './use-order-creation.ts';
import { usePeriodSearch } from './use-period-search.ts';

function reveal(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/** The created orders. Each number links to the summary. Scrolls into view. */
function CreatedOrders({ orders, orderedAt }: OrdersOfRequest) {
  const translate = useTranslate();
  const addressOf = useListAddress(paths.amcOrderSummary);

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
    <div ref={reveal}>
      <Alert type="success" showIcon message={translate('amc-orders:made.title')} description={list} />
    </div>
  );
}

/** Longer lists of purchases show only their number. */
const MAX_NAMED = 10;

function NamedPurchases({ purchases }: { readonly purchases: Purchases }) {
  const translate = useTranslate();
  const others = purchases.length - MAX_NAMED;
  return (
    <ul className={styles.names}>
      {purchases.slice(0, MAX_NAMED).map((purchase) => {
        const { purchaseId: id, itemsAmount } = purchase;
        const facts = { id, date: dateOf(purchase), total: formatTotal(itemsAmount) };
        return <li key={purchaseKey(purchase)}>{translate('amc-orders:named', facts)}</li>;
      })}
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
    <div ref={reveal}>
      {problem.kind === 'refused' ? (
        <Alert type="error" showIcon message={translate('amc-orders:failed')} description={detail()} />
      ) : (
        <Alert type="warning" showIcon message={detail()} />
      )}
    </div>
  );
}

const SCHEMA = periodSchema(false);
const ORDER_OPEN = 'ORDER_OPEN';

function bannerOf({ dateStart, dateEnd }: FieldErrors<PeriodValues>): string {
  const isMissing = dateStart?.message === 'startRequired' || dateEnd?.message === 'endRequired';
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
  const orderable = usePeriodSearch<OrderablePurchase>('orderable-purchases', SCHEMA, [], bannerOf);
  const { state, query: period, attempt } = orderable;
  const { created, failure, activity } = creation;

  function search(values: PeriodValues): void {
    // A search would offer purchases that may already be ordered.
    if (creation.isOpen) {
      notify({ kind: 'warning', text: translate('amc-orders:orderOpen'), key: ORDER_OPEN });
      return;
    }
    dismiss(ORDER_OPEN);
    creation.dismiss();
    orderable.search(values);
  }

  return (
    <>
      <PeriodForm
        label={translate('amc-orders:title')}
        state={state}
        onSubmit={state.submit((_, values) => search(values))}
        onReset={orderable.reset}
        actions={
          <ActionButton type="primary" htmlType="submit" aria-disabled={creation.isOpen}>
            {translate('amc-orders:show')}
          </ActionButton>
        }
      />
      {created && created.orders.length > 0 && <CreatedOrders {...created} />}
      {failure && <FailureMessage failure={failure} onVerify={creation.verify} />}
      {(created !== null || failure !== null || creation.isRunning) && (
        <WaitingNotice
          activity={activity}
          text={activity === 'verifying' ? translate('amc-orders:outcome.verifying') : undefined}
          onStop={creation.stopWaiting}
        />
      )}
      {period && (
        <PurchaseSelection
          key={`${period.dateStart} ${period.dateEnd} ${attempt}`}
          ref={ordering}
          period={period}
          table={orderable.table}
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
