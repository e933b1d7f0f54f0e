import { screen } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import type { HttpHandler } from 'msw';
import { createAmcOrders, searchAmcOrders } from '#contract/calls/amc-orders.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import type { CallRequest } from '#contract/call.ts';
import { Component as AmcOrders } from '#src/pages/amc-orders/index.tsx';
import { filterSearch } from '#tests/support/filter-address.ts';
import { renderScreen } from '../../render-screen.tsx';
import { answer } from '../../network.ts';

type Search = CallRequest<typeof searchPurchases>['query'];
type Order = CallRequest<typeof createAmcOrders>['body'];

/**
 * The state of a fake server. Its purchases are numbered from 1, cost as many euro as their number, and come newest
 * first.
 */
export interface OrderServer {
  /** Ids of purchases without an order. */
  free: number[];
  readonly searches: Search[];
  readonly orders: Order[];
}

export function orderServer(count: number): OrderServer {
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

/** Creates an order on the server. */
export function placeOrder(server: OrderServer, order: Order): void {
  server.orders.push(order);
  server.free = server.free.filter((id) => !order.purchasesIds.includes(id));
}

export function orderHandlers(server: OrderServer): HttpHandler[] {
  return [
    answer(searchPurchases, ({ query }) => {
      server.searches.push(query);
      const { page = 0, size = 0 } = query;
      return {
        purchases: server.free.slice(page * size, (page + 1) * size).map(purchaseOf),
        pagination: { page, pageSize: size, totalCount: server.free.length },
      };
    }),
    answer(createAmcOrders, ({ body }) => {
      placeOrder(server, body);
      return { orders: [{ amcOrderId: server.orders.length }] };
    }),
    answer(searchAmcOrders, () => ({
      orders: server.orders.map(({ purchasesIds, orderDate }, index) => ({
        amcOrderId: index + 1,
        amount: purchasesIds.reduce((total, id) => total + id, 0),
        orderDate,
      })),
      pagination: { totalCount: server.orders.length },
    })),
  ];
}

/** jsdom fires no event at the end of an animation, which dialogs wait for. */
const STILL = { token: { motion: false } };

/** Renders the screen on this server. `handlers` take precedence. */
export async function renderOrderPage(
  server: OrderServer,
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
    handlers: [...handlers, ...orderHandlers(server)],
  });
}

const PERIOD = { dateStart: '2026-11-01', dateEnd: '2026-11-30' };
export const NOVEMBER = `/ordini-amc?${filterSearch(PERIOD)}`;

export const button = (name: string) => screen.getByRole('button', { name });
/** The button that orders. After a press, jsdom keeps the spinner's name in the button's name. */
export const confirmButton = () => screen.getByRole('button', { name: /Conferma ordini AMC$/ });
export const checkbox = (id: number) => screen.findByRole('checkbox', { name: new RegExp(`^Acquisto ${String(id)} `) });
