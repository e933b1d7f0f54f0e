import { useTranslate } from '@refinedev/core';
import { Alert } from 'antd';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { AmcOrder } from '#contract/entities/amc-order.ts';
import { romeDay } from '#contract/rules/dates.ts';
import { formatTotal } from '#contract/rules/money.ts';
import { useListAddress } from '#src/hooks/use-list-address.ts';
import { paths } from '#src/providers/paths.ts';
import styles from './creation.module.css';
import type { OrdersOfRequest } from './use-order-creation.ts';
import { Value } from '#src/components/value/value.tsx';

/** The created orders. Each number links to the summary. Scrolls into view. */
export function CreatedOrders({ orders, orderedAt }: OrdersOfRequest) {
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
