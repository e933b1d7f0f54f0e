import { act, screen, waitFor, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { expect, test } from 'vitest';
import { adminBusinesses } from '#contract/admin/businesses.ts';
import { readMonthFigures, searchClosings, searchMonthMismatches } from '#contract/admin/closings.ts';
import { readSpending, searchFindings } from '#contract/admin/spending.ts';
import { adminAsl } from '#contract/admin/asl.ts';
import { searchAmcOrders } from '#contract/calls/amc-orders.ts';
import { listAsl } from '#contract/calls/asl.ts';
import { readBillTotals } from '#contract/calls/billing-summary.ts';
import { readEndOfDay } from '#contract/calls/end-of-day.ts';
import { readFeatures } from '#contract/calls/features.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import { listMyStores } from '#contract/calls/stores.ts';
import { queryClient } from '#src/providers/query-client.ts';
import { navigateTo } from '#src/providers/navigation.ts';
import { addressed, filterSearch } from '#tests/support/filter-address.ts';
import { answer } from '../network.ts';
import { renderPortal } from '../render-portal.tsx';
import { renderOperator } from './administration/render-operator.tsx';
import { businessWithStores, located } from './stores/locator.ts';

/** An address of a list, and what it shows: by default the parameters of the last request. */
type Page = readonly [search: string, shown: object];

interface List {
  readonly path: string;
  readonly menu: string;
  readonly render?: typeof renderOperator | typeof renderPortal;
  readonly as?: 'BUSINESS';
  /** The answers of the server, which write the parameters of each request that counts to `asked`. */
  readonly handlers: (asked: object[]) => readonly HttpHandler[];
  readonly pages: readonly [Page, Page, Page];
  /** What the menu shows: by default no request is made before a search. */
  readonly anew?: object;
  readonly shown?: () => object;
}

const ROWS = { totalCount: 60 };
const NO_ROWS = { page: 0, pageSize: 10, totalCount: 0, totalPages: 0 };
const NOTHING = { count: 0, amount: 0 };
const SUMS = { purchases: NOTHING, cancellations: NOTHING, corrections: NOTHING, total: 0 };
const FEBRUARY = { dateStart: '2026-02-01', dateEnd: '2026-02-28' };
const MARCH = { dateStart: '2026-03-01', dateEnd: '2026-03-31' };
const ASL = [
  { aslId: 1, name: 'ASL Nord' },
  { aslId: 2, name: 'ASL Sud' },
];
const paged = (page: number, size: number, sort = '') =>
  `currentPage=${page}&pageSize=${size}${sort && `&sorters[0][field]=${sort}&sorters[0][order]=asc`}`;

function offers(features: { calls?: string[]; sorts?: Record<string, string[]>; filters?: Record<string, string[]> }) {
  return answer(readFeatures, { features: { calls: [], sorts: {}, filters: {}, ...features } });
}

const purchase = { purchaseId: 7, createTime: '2026-07-02T10:00:05+02:00', itemsAmount: 1, status: 'ACTIVE' as const };
const purchases = (asked: object[]) =>
  answer(searchPurchases, ({ query }) => {
    asked.push(query);
    return { purchases: [{ ...purchase, items: [] }], pagination: ROWS };
  });

const LISTS: readonly List[] = [
  {
    path: '/storico-acquisti',
    menu: 'storico acquisti',
    as: 'BUSINESS',
    handlers: (asked) => [
      offers({ sorts: { purchases: ['itemsAmount'] }, filters: { purchases: ['storeId'] } }),
      answer(listMyStores, { stores: [] }),
      purchases(asked),
    ],
    pages: [
      [
        `${filterSearch({ purchaseStatusList: 'ACTIVE' })}&${paged(2, 10)}`,
        { purchaseStatusList: ['ACTIVE'], page: 1, size: 10, sort: 'createTime,desc' },
      ],
      [paged(3, 5, 'itemsAmount'), { page: 2, size: 5, sort: 'itemsAmount,asc' }],
      [
        `${filterSearch({ storeId: 41, dateStart: '2026-02-01' })}&${paged(1, 5)}`,
        { storeId: 41, dateStart: '2026-02-01', page: 0, size: 5, sort: 'createTime,desc' },
      ],
    ],
    anew: { page: 0, size: 5, sort: 'createTime,desc' },
  },
  {
    path: '/ordini-amc',
    menu: 'Ordini AMC',
    as: 'BUSINESS',
    handlers: (asked) => [purchases(asked)],
    pages: [
      [
        `${filterSearch(FEBRUARY)}&${paged(1, 20)}`,
        expect.objectContaining({ ...FEBRUARY, page: 0, size: 20 }) as object,
      ],
      [`${filterSearch(FEBRUARY)}&${paged(2, 20)}`, expect.objectContaining({ ...FEBRUARY, page: 1 }) as object],
      [`${filterSearch(MARCH)}&${paged(1, 20)}`, expect.objectContaining({ ...MARCH, page: 0 }) as object],
    ],
  },
  {
    path: '/riepilogo-ordini-amc',
    menu: 'Riepilogo Ordini AMC',
    as: 'BUSINESS',
    handlers: (asked) => [
      answer(listAsl, { asls: ASL }),
      answer(searchAmcOrders, ({ query }) => {
        asked.push(query);
        return { orders: [{ amcOrderId: 1, orderDate: '2026-02-02T10:00:00+01:00' }], pagination: ROWS };
      }),
    ],
    pages: [
      [
        `${filterSearch({ aslId: 1, ...FEBRUARY })}&${paged(2, 20)}`,
        expect.objectContaining({ aslId: 1, ...FEBRUARY, page: 1 }) as object,
      ],
      [
        `${filterSearch({ aslId: 2, ...MARCH, amcOrderId: '41' })}&${paged(1, 20)}`,
        expect.objectContaining({ aslId: 2, ...MARCH, amcOrderId: 41, page: 0 }) as object,
      ],
      [
        `${filterSearch({ aslId: 2, ...MARCH })}&${paged(1, 20)}`,
        { aslId: 2, ...MARCH, page: 0, size: 20, sort: 'createTime,desc' },
      ],
    ],
  },
  {
    path: '/prospetto-fatturazione',
    menu: 'Prospetto fatturazione',
    as: 'BUSINESS',
    handlers: (asked) => [
      offers({ calls: [readBillTotals.name] }),
      answer(listAsl, { asls: ASL }),
      answer(readBillTotals, ({ query }) => {
        asked.push(query);
        return { totals: { ...SUMS, isPeriodOver: true } };
      }),
    ],
    pages: [
      ['aslId=1&dateStart=2026-02-01&dateEnd=2026-02-28', { aslId: 1, ...FEBRUARY }],
      // A copied link in Refine's format.
      [filterSearch({ aslId: 2, ...FEBRUARY }), { aslId: 2, ...FEBRUARY }],
      ['aslId=2&dateStart=2026-03-01&dateEnd=2026-03-31', { aslId: 2, ...MARCH }],
    ],
  },
  {
    path: '/chiusura-giornata',
    menu: 'Chiusura di giornata',
    as: 'BUSINESS',
    handlers: (asked) => [
      offers({ calls: [readEndOfDay.name] }),
      answer(listMyStores, {
        stores: [
          { storeId: 41, name: 'Centro' },
          { storeId: 42, name: 'Mare' },
        ],
      }),
      answer(readEndOfDay, ({ params: { storeId }, query: { day } }) => {
        asked.push({ storeId, day });
        const figures = { sales: NOTHING, cancellations: NOTHING, total: 0 };
        return { endOfDay: { storeId, storeName: 'Centro', ...figures, users: [] } };
      }),
    ],
    pages: [
      ['storeId=41&day=2026-02-03', { storeId: 41, day: '2026-02-03' }],
      ['storeId=42&day=2026-02-03', { storeId: 42, day: '2026-02-03' }],
      ['storeId=42&day=2026-02-04', { storeId: 42, day: '2026-02-04' }],
    ],
  },
  {
    path: '/gestione/business',
    menu: 'Esercenti',
    render: renderOperator,
    handlers: (asked) => [
      offers({ calls: [adminBusinesses.calls.search.name], sorts: { 'admin-businesses': ['vat'] } }),
      answer(adminBusinesses.calls.search, ({ query }) => {
        asked.push(query);
        const row = {
          businessId: 7,
          companyName: 'Farmacia',
          vat: '01234567897',
          fiscalCode: '1',
          address: 'via Roma',
        };
        return {
          rows: [{ ...row, hasCancelCode: false, disabled: false, version: 1 }],
          pagination: { page: 0, pageSize: 10, totalCount: 60, totalPages: 6 },
        };
      }),
    ],
    pages: [
      [
        `${filterSearch({ companyName: 'Farm' })}&${paged(2, 10)}`,
        { companyName: 'Farm', page: 1, size: 10, sort: 'companyName,asc' },
      ],
      [paged(2, 20, 'vat'), { page: 1, size: 20, sort: 'vat,asc' }],
      [
        `${filterSearch({ companyName: 'Bio' })}&${paged(1, 10)}`,
        expect.objectContaining({ companyName: 'Bio' }) as object,
      ],
    ],
    anew: { page: 0, size: 10, sort: 'companyName,asc' },
  },
  {
    path: '/gestione/spesa',
    menu: 'Spesa',
    render: renderOperator,
    handlers: (asked) => [
      answer(readSpending, ({ query }) => {
        // The choices of authority and business ask for these groups.
        if (query.by === 'city' || query.by === 'month') asked.push(query);
        return { spending: { ...SUMS, rows: [] } };
      }),
      answer(searchFindings, { rows: [], pagination: NO_ROWS }),
    ],
    pages: [
      [
        'monthStart=2026-02-01&monthEnd=2026-03-01&aslId=1&by=city',
        { monthStart: '2026-02-01', monthEnd: '2026-03-01', aslId: 1, by: 'city' },
      ],
      [
        'monthStart=2026-02-01&monthEnd=2026-02-01&by=month',
        { monthStart: '2026-02-01', monthEnd: '2026-02-01', by: 'month' },
      ],
      [
        'monthStart=2026-02-01&monthEnd=2026-02-01&type=CELIAC&by=month',
        { monthStart: '2026-02-01', monthEnd: '2026-02-01', type: 'CELIAC', by: 'month' },
      ],
    ],
    anew: expect.not.objectContaining({ monthStart: '2026-02-01' }) as object,
  },
  {
    path: '/gestione/chiusure',
    menu: 'Chiusure mensili',
    render: renderOperator,
    handlers: (asked) => [
      answer(adminAsl.calls.search, { rows: [], pagination: NO_ROWS }),
      answer(searchMonthMismatches, { rows: [], pagination: NO_ROWS }),
      answer(searchClosings, { rows: [], pagination: NO_ROWS }),
      answer(readMonthFigures, ({ query: { aslId, month } }) => {
        asked.push({ aslId, month });
        const figures = { ...SUMS, orders: NOTHING, rejections: NOTHING, controlTotal: '0A1B-2C3D-4E5F-6071' };
        return { month: { aslId, aslName: 'ASL', month, isOver: true, figures, businesses: [] } };
      }),
    ],
    pages: [
      ['aslId=4&month=2026-02-01', { aslId: 4, month: '2026-02-01' }],
      ['aslId=5&month=2026-02-01', { aslId: 5, month: '2026-02-01' }],
      ['aslId=5&month=2026-03-01', { aslId: 5, month: '2026-03-01' }],
    ],
  },
  {
    path: '/punti-vendita',
    menu: 'Punti vendita',
    handlers: () => [located(businessWithStores(30))],
    shown: () => ({
      search: screen.getByRole<HTMLInputElement>('searchbox').value,
      store: screen.queryByRole('heading', { level: 2, name: 'Bottega 1' }) !== null,
    }),
    pages: [
      ['search=olbia', { search: 'olbia', store: false }],
      ['search=bottega&store=1%2F1', { search: 'bottega', store: true }],
      ['store=1%2F1', { search: '', store: true }],
    ],
    anew: { search: '', store: false },
  },
];

test.each(LISTS)(
  'design §5 $path: Back, Forward and a reload keep filters, page and sort; its menu entry shows it anew',
  async ({ path, menu, render = renderPortal, as, handlers, pages, anew, shown }) => {
    const asked: object[] = [];
    const [one, two, three] = pages;
    const at = ([search]: Page) => addressed(`${path}?${search}`);
    async function shows(page: Page): Promise<void> {
      await waitFor(() => expect(shown ? shown() : asked.at(-1)).toEqual(page[1]));
      // Refine may write the address of a list as its rows arrive.
      await waitFor(() => expect(queryClient.isFetching()).toBe(0));
      expect(addressed(window.location.href)).toEqual(at(page));
    }
    /** Goes on, and waits for the page. */
    async function go(step: () => void, page: Page): Promise<void> {
      asked.length = 0;
      act(step);
      await shows(page);
    }
    const open = (address: string) => render(address, { ...(as && { as }), handlers: handlers(asked) });

    const { unmount } = open(`${path}?${one[0]}`);
    await shows(one);
    await go(() => navigateTo(`${path}?${two[0]}`), two);
    await go(() => navigateTo(`${path}?${three[0]}`), three);
    await go(() => window.history.back(), two);
    await go(() => window.history.back(), one);
    await go(() => window.history.forward(), two);

    const reloaded = window.location.pathname + window.location.search;
    unmount();
    queryClient.clear();
    asked.length = 0;
    const { user } = open(reloaded);
    await shows(two);

    asked.length = 0;
    const banner = within(screen.getByRole('banner'));
    await user.click(await banner.findByRole('link', { name: menu, hidden: true }));
    await waitFor(() => expect(addressed(window.location.href)).not.toEqual(at(two)));
    await waitFor(() => expect(screen.queryByDisplayValue(/0[23]\/2026$/)).toBeNull());
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    await waitFor(() => expect(shown ? shown() : asked.at(-1)).toEqual(anew));
  },
);
