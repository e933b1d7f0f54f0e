import { expect, test } from 'vitest';
import type { AmcOrder } from '#contract/calls/amc-orders.ts';
import { money } from '#contract/rules/money.ts';
import { orderFigures, orderPeriod } from '#src/pages/home/order-figures.ts';

const TODAY = '2026-11-20';

function order(orderDate: string | undefined, amount: string | undefined, more: Partial<AmcOrder> = {}): AmcOrder {
  return {
    amcOrderId: 1,
    orderDate,
    amount: amount === undefined ? undefined : money(amount),
    businessId: 1,
    businessName: 'Farmacia Rossi',
    storeCode: undefined,
    storeName: undefined,
    asl: undefined,
    districtCode: undefined,
    esbStatus: 'ACCEPTED',
    esbReason: undefined,
    esbNumber: undefined,
    ...more,
  };
}

test('§2 dashboard: twelve months that end with this one, those without orders with zero', () => {
  const { months, thisMonth } = orderFigures(
    [order('2026-11-01T00:30:00+01:00', '10'), order('2026-10-31T23:30:00+01:00', '5')],
    2,
    TODAY,
  );
  expect(months.map(({ month }) => month)).toEqual([
    '2025-12-01',
    ...['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11'].map((month) => `2026-${month}-01`),
  ]);
  expect(months.slice(-2).map(({ count, total }) => [count, total.toString()])).toEqual([
    [1, '5'],
    [1, '10'],
  ]);
  expect(thisMonth).toEqual({ count: 1, total: money('10') });
  expect(orderPeriod(TODAY)).toEqual({ dateStart: '2025-12-01', dateEnd: TODAY });
});

test('rules §7 dashboard: a rejected order counts by status only, since its purchases may be ordered again', () => {
  const rows = [
    order('2026-11-10T10:00:00+01:00', '10'),
    order('2026-11-09T10:00:00+01:00', '10', { esbStatus: 'REJECTED' }),
    order('2026-11-08T10:00:00+01:00', '4', { esbStatus: 'PENDING', businessId: 2, businessName: 'Bottega Bianchi' }),
    order('2026-11-07T10:00:00+01:00', '1', { businessId: 3, businessName: 'Bottega Bianchi' }),
  ];
  const { months, businesses, statuses, period } = orderFigures(rows, 4, TODAY);
  expect([months.at(-1)?.total, period.total].map(String)).toEqual(['15', '15']);
  // Two businesses have the same name, so no list can show only one of them.
  expect(businesses.map(({ name, businessId, count, total }) => [name, businessId, count, total.toString()])).toEqual([
    ['Farmacia Rossi', 1, 1, '10'],
    ['Bottega Bianchi', undefined, 2, '5'],
  ]);
  expect(statuses.map(({ status, count }) => [status, count])).toEqual([
    ['PENDING', 1],
    ['ACCEPTED', 2],
    ['REJECTED', 1],
  ]);
});

test('rules §1 dashboard: what another server leaves out of an order is counted as missing, its words are kept', () => {
  const rows = [
    order(undefined, '10', { businessName: undefined }),
    order('2026-11-09T10:00:00+01:00', undefined, { esbStatus: 'IN_CODA' }),
    order('2026-11-08T10:00:00+01:00', '1', { esbStatus: undefined }),
  ];
  const { months, businesses, statuses, undated, unpriced } = orderFigures(rows, 3, TODAY);
  expect([undated, unpriced]).toEqual([1, 1]);
  expect(months.at(-1)).toEqual({ month: '2026-11-01', count: 2, total: money('1') });
  expect(businesses.map(({ name }) => name)).toEqual([undefined, 'Farmacia Rossi']);
  expect(statuses.map(({ status }) => status)).toEqual(['ACCEPTED', 'IN_CODA', undefined]);
});

test('§2 dashboard: cut, it shows the months from the first day of which all orders have been read', () => {
  const rows = [order('2026-10-12T10:00:00+02:00', '2'), order('2026-10-09T10:00:00+02:00', '1')];
  const { coverage, months, thisMonth, period } = orderFigures(rows, 1500, TODAY);
  expect(coverage).toEqual({
    from: '2026-10-10',
    wholeFrom: '2026-10-10',
    cut: { read: 2, total: 1500, hasMore: false },
  });
  expect(months.map(({ month }) => month)).toEqual(['2026-10-01', '2026-11-01']);
  expect([period.total.toString(), thisMonth?.count]).toEqual(['2', 0]);
  // All of 10,000 are read, and the server has not counted more.
  expect(orderFigures(rows, 2, TODAY, true).coverage.cut).toEqual({ read: 2, total: 2, hasMore: true });
  const late = [order('2026-11-10T10:00:00+01:00', '2'), order('2026-11-04T10:00:00+01:00', '1')];
  expect(orderFigures(late, 1500, TODAY).thisMonth).toBeUndefined();
});
