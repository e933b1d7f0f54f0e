import { expect, test } from 'vitest';
import { money } from '#contract/rules/money.ts';
import { type DashboardPurchase, largestFirst } from '#src/pages/home/figures.ts';
import { purchaseFigures, recentPeriod } from '#src/pages/home/purchase-figures.ts';

const TODAY = '2026-11-20';

function purchase(createTime: string, amount: string, more: Partial<DashboardPurchase> = {}): DashboardPurchase {
  return { createTime, itemsAmount: money(amount), status: 'ACTIVE', items: [], ...more };
}

function line(
  name: string | undefined,
  amount: string | undefined,
  categoryId?: number,
): DashboardPurchase['items'][number] {
  return {
    totalPrice: amount === undefined ? undefined : money(amount),
    product: {
      categories:
        name === undefined
          ? []
          : [
              { categoryId, name },
              { categoryId: undefined, name: 'Seconda' },
            ],
    },
  };
}

function figuresOf(rows: readonly DashboardPurchase[], total = rows.length, today = TODAY) {
  return purchaseFigures(rows, total, today);
}

test('§2 dashboard: 30 days that end today, those without purchases with zero', () => {
  const { days } = figuresOf([purchase('2026-11-18T09:00:00+01:00', '12.50')]);
  expect(days).toHaveLength(30);
  expect([days[0]?.day, days.at(-1)?.day]).toEqual(['2026-10-22', TODAY]);
  const sold = days.filter(({ count }) => count > 0);
  expect(sold.map(({ day, count, total }) => [day, count, total.toString()])).toEqual([['2026-11-18', 1, '12.5']]);
  expect(days.filter(({ total }) => total.eq(0))).toHaveLength(29);
  expect(recentPeriod(TODAY)).toEqual({ dateStart: '2026-10-22', dateEnd: TODAY });
});

test('design §3 dashboard: days are those of Europe/Rome, also where summer time ends and begins', () => {
  const autumn = figuresOf(
    [
      purchase('2026-10-25T22:30:00Z', '1'), // 23:30 in Rome, on winter time
      purchase('2026-10-25T00:30:00Z', '2'), // 02:30, the hour that comes twice
      purchase('2026-10-24T22:30:00Z', '4'), // 00:30 of the 25th, on summer time
      purchase('2026-10-24T21:30:00Z', '8'), // 23:30 of the 24th
    ],
    4,
    '2026-10-26',
  );
  expect(autumn.days.slice(-3).map(({ day, total }) => [day, total.toString()])).toEqual([
    ['2026-10-24', '8'],
    ['2026-10-25', '7'],
    ['2026-10-26', '0'],
  ]);
  expect(new Set(autumn.days.map(({ day }) => day)).size).toBe(30);
  const spring = figuresOf(
    [purchase('2026-03-28T23:30:00Z', '1'), purchase('2026-03-29T22:30:00Z', '2')],
    2,
    '2026-03-30',
  );
  expect(spring.days.slice(-2).map(({ day, total }) => [day, total.toString()])).toEqual([
    ['2026-03-29', '1'],
    ['2026-03-30', '2'],
  ]);
});

test('design §3 dashboard: sums are exact to the cent', () => {
  const rows = Array.from({ length: 30 }, () => purchase('2026-11-20T10:00:00+01:00', '0.1'));
  const { today, period, days } = figuresOf(rows);
  expect(today).toEqual({ count: 30, total: money('3') });
  expect(period.total.toString()).toBe('3');
  expect(days.at(-1)?.total.toString()).toBe('3');
});

test('§4 dashboard: a cancelled purchase is no spending; any other status is a completed one', () => {
  const items = [line('Pane', '10')];
  const { today, period, cancelled, categories, weeks } = figuresOf([
    purchase('2026-11-20T10:00:00+01:00', '10', { items }),
    purchase('2026-11-20T09:00:00+01:00', '10', { items, status: 'CANCELLED' }),
    purchase('2026-11-19T09:00:00+01:00', '10', { items, status: 'SOMETHING_NEW' }),
  ]);
  expect([today?.count, period.count, cancelled.count]).toEqual([1, 2, 1]);
  expect([period.total, cancelled.total].map(String)).toEqual(['20', '10']);
  expect(categories?.map(({ name, total }) => [name, total.toString()])).toEqual([['Pane', '20']]);
  expect(weeks.at(-1)).toMatchObject({
    first: '2026-11-16',
    last: TODAY,
    completed: { count: 2 },
    cancelled: { count: 1 },
  });
});

test('§2 dashboard: weeks begin on Monday, the first and the last as far as they are shown', () => {
  const { weeks } = figuresOf([purchase('2026-11-20T10:00:00+01:00', '1')]);
  expect(weeks.map(({ first, last }) => [first, last])).toEqual([
    ['2026-10-22', '2026-10-25'],
    ['2026-10-26', '2026-11-01'],
    ['2026-11-02', '2026-11-08'],
    ['2026-11-09', '2026-11-15'],
    ['2026-11-16', '2026-11-20'],
  ]);
});

test('§3 dashboard: lines count under the first category; what a server leaves out stands apart, and all of it adds up', () => {
  const { categories, period } = figuresOf([
    purchase('2026-11-20T10:00:00+01:00', '15', {
      items: [line('Pane', '10'), line(undefined, '3'), line('Dolci', undefined)],
    }),
    purchase('2026-11-19T10:00:00+01:00', '4'),
  ]);
  const shares = largestFirst(categories ?? []);
  expect(shares.largest.map(({ name, total }) => [name, total.toString()])).toEqual([
    ['Pane', '10'],
    [undefined, '9'],
    ['Dolci', '0'],
  ]);
  expect(period.total.toString()).toBe('19');
  expect(figuresOf([purchase('2026-11-19T10:00:00+01:00', '7')]).categories).toBeUndefined();
});

test('rules §1 dashboard: a category is known by its id, unless the server tells none or two have its name', () => {
  const items = [
    line('Pane', '1', 3),
    line('Pane', '2', 3),
    line('Dolci', '3', 4),
    line('Dolci', '4', 5),
    line('?', '5'),
  ];
  const { categories } = figuresOf([purchase('2026-11-20T10:00:00+01:00', '16', { items })]);
  expect(categories?.map(({ name, categoryId }) => [name, categoryId])).toEqual([
    ['Pane', 3],
    ['Dolci', undefined],
    ['?', undefined],
    [undefined, undefined],
  ]);
});

test('§2 dashboard: of more than twenty categories the smallest are put together', () => {
  const items = Array.from({ length: 23 }, (_, index) => line(`Categoria ${index}`, String(index + 1)));
  const { categories } = figuresOf([purchase('2026-11-20T10:00:00+01:00', '276', { items })]);
  const shares = largestFirst(categories ?? []);
  expect(shares.largest.map(({ name }) => name)).toEqual(
    Array.from({ length: 19 }, (_, rank) => `Categoria ${22 - rank}`),
  );
  expect(shares.others).toEqual({ shares: 4, count: 4, total: money('10') });
});

test('§2 dashboard: cut, it shows the days of which all purchases have been read, and says how many there are', () => {
  const rows = [purchase('2026-11-20T10:00:00+01:00', '1'), purchase('2026-11-10T10:00:00+01:00', '2')];
  const cut = figuresOf(rows, 3000);
  expect(cut.coverage).toEqual({
    from: '2026-11-11',
    wholeFrom: '2026-11-11',
    cut: { read: 2, total: 3000, hasMore: false },
  });
  expect(cut.days.map(({ day }) => day)[0]).toBe('2026-11-11');
  expect(cut.period.total.toString()).toBe('1');
  const oneDay = figuresOf(rows.slice(0, 1), 3000);
  expect(oneDay.coverage).toEqual({
    from: TODAY,
    wholeFrom: '2026-11-21',
    cut: { read: 1, total: 3000, hasMore: false },
  });
  expect([oneDay.period.count, oneDay.today]).toEqual([1, undefined]);
  const whole = figuresOf([...rows, purchase('2026-08-01T10:00:00+02:00', '99')], 3000);
  expect(whole.coverage).toEqual({ from: '2026-10-22', wholeFrom: '2026-10-22', cut: undefined });
  expect(whole.period.total.toString()).toBe('3');
});
