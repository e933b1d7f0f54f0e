import { screen } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import type { HttpHandler } from 'msw';
import { createAmcOrders, searchAmcOrders } from '#contract/calls/amc-orders.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import type { CallRequest } from '#contract/call.ts';
import { Component as AmcOrders } from '#src/pages/amc-orders/index.tsx';
import { filterSearch } from '#tests/support/filter-address.ts';
import { renderScreen } from '../../harness.tsx';
import { answer } from '../../network.ts';

type Search = CallRequest<typeof searchPurchases>['query'];
type Order = CallRequest<typeof createAmcOrders>['body'];

/** A server with purchases to order, numbered from 1, each of as many euro as its number says, newest first. */
export interface OrderPage {
  /** Ids that are in no order. */
  free: number[];
  readonly searches: Search[];
  readonly orders: Order[];
}

export function openPageObject(count: number): OrderPage {
  return {
    free: Array.from({ length: count }, (_, index) => count - index),
    searches: [],
    orders: [],
  };
}

function purchaseOf(purchaseId: number) {
  return {
    purchaseId,
    createTime: '2026-11-02T10:00:05+01:00',
    itemsAmount: purchaseId,
    status: 'ACTIVE' as const,
    items: [],
  };
}

/** The server orders. */
export function takeOrder(fixture: OrderPage, order: Order): void {
  fixture.orders.push(order);
  fixture.free = fixture.free.filter((id) => !order.purchasesIds.includes(id));
}

export function orderHandlers(fixture: OrderPage): HttpHandler[] {
  return [
    answer(searchPurchases, ({ query }) => {
      fixture.searches.push(query);
      const { page = 0, size = 0 } = query;
      return {
        purchases: fixture.free.slice(page * size, (page + 1) * size).map(purchaseOf),
        pagination: { page, pageSize: size, totalCount: fixture.free.length },
      };
    }),
    answer(createAmcOrders, ({ body }) => {
      takeOrder(fixture, body);
      return { orders: [{ amcOrderId: fixture.orders.length }] };
    }),
    answer(searchAmcOrders, () => ({
      orders: fixture.orders.map(({ purchasesIds, orderDate }, index) => ({
        amcOrderId: index + 1,
        amount: purchasesIds.reduce((total, id) => total + id, 0),
        orderDate,
      })),
      pagination: { totalCount: fixture.orders.length },
    })),
  ];
}

/** jsdom tells no end of an animation, on which dialogs wait. */
const STILL = { token: { motion: false } };

/** The screen above this page; what `handlers` answer comes first. */
export async function renderOrderPage(
  fixture: OrderPage,
  { handlers = [] as HttpHandler[], path = '/ordini-amc' } = {},
) {
  const page = (
    <ConfigProvider theme={STILL}>
      <AmcOrders />
    </ConfigProvider>
  );
  return renderScreen(page, {
    as: 'BUSINESS',
    path,
    texts: ['amc-orders', 'period', 'table'],
    handlers: [...handlers, ...orderHandlers(fixture)],
  });
}

const PERIOD = { dateStart: '2026-11-01', dateEnd: '2026-11-30' };
export const NOVEMBER = `/ordini-amc?${filterSearch(PERIOD)}`;

export const button = (name: string) => screen.getByRole('button', { name });
/** The button that orders; where it was pressed before, jsdom leaves its spinner in its name. */
export const confirmButton = () => screen.getByRole('button', { name: /Conferma ordini AMC$/ });
export const checkbox = (id: number) => screen.findByRole('checkbox', { name: new RegExp(`^Acquisto ${String(id)} `) });
