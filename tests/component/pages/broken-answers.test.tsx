import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { type HttpHandler, HttpResponse, delay } from 'msw';
import { expect, onTestFinished, test, vi } from 'vitest';
import { searchAmcOrders } from '#contract/calls/amc-orders.ts';
import { listAsl } from '#contract/calls/asl.ts';
import { readCurrentUser } from '#contract/calls/authentication.ts';
import { readMyBusiness } from '#contract/calls/businesses.ts';
import { readCartSummary } from '#contract/calls/carts.ts';
import { searchPatients } from '#contract/calls/patients.ts';
import { listCategories, listManufacturers, searchProducts } from '#contract/calls/products.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import { listMyStores } from '#contract/calls/stores.ts';
import type { Call } from '#contract/call.ts';
import { Component as AmcOrderSummary } from '#src/pages/amc-order-summary/index.tsx';
import { Component as AmcOrders } from '#src/pages/amc-orders/index.tsx';
import { Component as BillingSummary } from '#src/pages/billing-summary/index.tsx';
import { Component as PatientSearch } from '#src/pages/patient-search/index.tsx';
import { Component as PurchaseHistory } from '#src/pages/purchase-history/index.tsx';
import { currentAlerts } from '#src/providers/notifications/alert-store.ts';
import { renderScreen } from '../harness.tsx';
import { answer, answerAnyhow } from '../network.ts';
import { renderPortal } from '../portal.tsx';
import { goToSummary, renderProducts, scan } from './patient-search/sell.tsx';
import { TEXTS, bread, openShop, patient, shopHandlers, store } from './patient-search/shop.ts';

/** Longer than a good answer takes, shorter than a test has patience for: 30 s of silence, in ms. */
const SILENCE_MS = 50;

function cutHalfWay(): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"data":{"'));
      controller.error(new Error('cut'));
    },
  });
  return new HttpResponse(body, { headers: { 'content-type': 'application/json' } });
}

async function keepSilent(): Promise<Response> {
  await delay('infinite');
  return HttpResponse.error();
}

type Respond = () => Response | Promise<Response>;
type Breakage = readonly [name: string, respond: Respond];

/** What any call may be answered by a broken server. */
const BREAKAGES: readonly Breakage[] = [
  ['HTML instead of JSON', () => HttpResponse.html('<!doctype html><h1>Welcome</h1>')],
  ['an empty body', () => new HttpResponse(null, { status: 200 })],
  ['JSON that is no object', () => HttpResponse.json([])],
  ['a missing field', () => HttpResponse.json({ data: {} })],
  ['a body that stops half way', cutHalfWay],
  ['a cut connection', () => HttpResponse.error()],
  ['30 s of silence', keepSilent],
];

function listBreakages(collection: string): Breakage[] {
  const withRows = (rows: unknown) => () => HttpResponse.json({ data: { [collection]: rows, pagination: COUNTED } });
  return [
    ...BREAKAGES,
    ['a number where a list should be', withRows(7)],
    ['rows that are no objects', withRows([7])],
    ['a row without its id', withRows([{ name: 'x' }])],
  ];
}

const COUNTED = { totalCount: 1 };

function pageBreakages(collection: string): Breakage[] {
  const counted = (totalCount: unknown) => () =>
    HttpResponse.json({ data: { [collection]: [], pagination: { totalCount } } });
  return [
    ...listBreakages(collection),
    ['a negative count', counted(-5)],
    ['a count that is NaN', counted(NaN)],
    ['a count in words', counted('12')],
    ['half a row', counted(0.5)],
  ];
}

interface Scene {
  readonly name: string;
  readonly call: Call;
  readonly breakages: readonly Breakage[];
  /** A good answer. */
  readonly data: object;
  /** Shows the screen on a server whose handlers come first; ends when the call is made. */
  readonly open: (handlers: readonly HttpHandler[]) => Promise<UserEvent>;
  /** What is on the screen after a good answer. */
  readonly healthy: () => Promise<unknown>;
  /** What was typed, still there. */
  readonly typed?: () => void;
  /** Where §8 wants no alert. */
  readonly isQuiet?: boolean;
}

const PERIOD = 'dateStart=2026-02-01&dateEnd=2026-02-28';
const purchase = { purchaseId: 7, createTime: '2026-07-01T10:00:00+02:00', itemsAmount: 12.5, status: 'ACTIVE' };
const cart = { cartId: 81, items: [], residualAmount: 100, voucherInitialAmount: 110, itemsAmount: 10 };
const line = { product: bread, quantity: 4, pricePerUnit: 2.5, totalPrice: 10 };
const asls = { asls: [{ aslId: 1, name: 'ASL Nord' }] };
const shop = () => openShop({ items: [line] });
const field = (name: string) => screen.getByLabelText(name);
const keepsPeriod = () => expect(field('Data inizio')).toHaveValue('01/02/2026');

async function openOnSearch(handlers: readonly HttpHandler[]): Promise<UserEvent> {
  const own = [...handlers, ...shopHandlers(openShop())];
  const { user } = await renderScreen(<PatientSearch />, { as: 'BUSINESS', texts: TEXTS, handlers: own });
  await user.type(await screen.findByLabelText('Codice fiscale'), patient.fiscalCode);
  return user;
}

async function openOnSummary(handlers: readonly HttpHandler[]): Promise<UserEvent> {
  const user = await renderProducts(shop(), handlers);
  await goToSummary(user);
  return user;
}

const SCENES: readonly Scene[] = [
  {
    name: 'stores of the patient search',
    call: listMyStores,
    breakages: listBreakages('stores'),
    data: { stores: [store] },
    open: openOnSearch,
    typed: () => expect(field('Codice fiscale')).toHaveValue(patient.fiscalCode),
    healthy: () => screen.findByRole('button', { name: 'Cambia punto vendita' }),
  },
  {
    name: 'patients',
    call: searchPatients,
    breakages: listBreakages('patients'),
    data: { patients: [patient] },
    open: async (handlers) => {
      const user = await openOnSearch(handlers);
      await user.click(screen.getByRole('button', { name: 'Cerca' }));
      return user;
    },
    typed: () => expect(field('Codice fiscale')).toHaveValue(patient.fiscalCode),
    healthy: () => screen.findByRole('button', { name: patient.fiscalCode }),
  },
  {
    name: 'categories',
    call: listCategories,
    breakages: listBreakages('categories'),
    data: { categories: bread.categories },
    open: (handlers) => renderProducts(shop(), handlers),
    healthy: () => waitFor(() => expect(screen.queryByText('Non è stato possibile caricare i dati.')).toBeNull()),
  },
  {
    name: 'manufacturers',
    call: listManufacturers,
    breakages: listBreakages('manufacturers'),
    data: { manufacturers: [bread.manufacturer] },
    open: (handlers) => renderProducts(shop(), handlers),
    healthy: () => waitFor(() => expect(screen.queryByText('Non è stato possibile caricare i dati.')).toBeNull()),
  },
  {
    name: 'products',
    call: searchProducts,
    breakages: pageBreakages('products'),
    data: { products: [bread], pagination: COUNTED },
    open: async (handlers) => {
      const user = await renderProducts(openShop(), handlers);
      await scan(user, bread.ean1);
      return user;
    },
    typed: () => expect(field('EAN o ID prodotto')).toHaveValue(bread.ean1),
    healthy: () => screen.findAllByText(bread.name),
  },
  {
    name: 'cart summary',
    call: readCartSummary,
    breakages: [
      ...BREAKAGES,
      [
        'a text where an amount should be',
        () => HttpResponse.json({ data: { cart: { ...cart, itemsAmount: '10,50' } } }),
      ],
    ],
    data: { cart: { ...cart, items: [line] } },
    open: openOnSummary,
    isQuiet: true,
    healthy: () => waitFor(() => expect(screen.queryByRole('button', { name: 'Riprova' })).toBeNull()),
  },
  {
    name: 'merchant of the summary',
    call: readMyBusiness,
    breakages: BREAKAGES,
    data: { business: { businessId: 1, companyName: 'Farmacia Rossi' } },
    open: openOnSummary,
    healthy: () => screen.findByText('Farmacia Rossi'),
  },
  {
    name: 'purchase history',
    call: searchPurchases,
    breakages: pageBreakages('purchases'),
    data: { purchases: [purchase], pagination: COUNTED },
    open: async (handlers) => {
      const texts = ['purchases', 'sale', 'table'];
      return (await renderScreen(<PurchaseHistory />, { as: 'BUSINESS', texts, handlers })).user;
    },
    healthy: () => screen.findByText('12,50 €'),
  },
  {
    name: 'health authorities of the billing summary',
    call: listAsl,
    breakages: listBreakages('asls'),
    data: asls,
    open: async (handlers) => {
      const setting = { as: 'BUSINESS', path: `/?${PERIOD}`, texts: ['billing', 'period', 'table'], handlers } as const;
      return (await renderScreen(<BillingSummary />, setting)).user;
    },
    typed: keepsPeriod,
    healthy: () => waitFor(() => expect(screen.queryByRole('button', { name: 'Riprova' })).toBeNull()),
  },
  {
    name: 'purchases to order',
    call: searchPurchases,
    breakages: pageBreakages('purchases'),
    data: { purchases: [purchase], pagination: COUNTED },
    open: async (handlers) => {
      const setting = { as: 'BUSINESS', texts: ['amc-orders', 'period', 'table'], handlers } as const;
      const { user } = await renderScreen(<AmcOrders />, setting);
      await user.type(await screen.findByLabelText('Data inizio'), '01/02/2026');
      await user.type(field('Data fine'), '28/02/2026');
      await user.click(screen.getByRole('button', { name: 'Mostra acquisti' }));
      return user;
    },
    typed: keepsPeriod,
    healthy: () => screen.findByText('12,50 €'),
  },
  {
    name: 'AMC order summary',
    call: searchAmcOrders,
    breakages: pageBreakages('orders'),
    data: { orders: [{ amcOrderId: 41 }], pagination: COUNTED },
    open: async (handlers) => {
      const setting = {
        as: 'BUSINESS',
        path: `/?aslId=1&${PERIOD}`,
        texts: ['amc-summary', 'period', 'table'],
        handlers: [...handlers, answer(listAsl, asls)],
      } as const;
      return (await renderScreen(<AmcOrderSummary />, setting)).user;
    },
    typed: keepsPeriod,
    healthy: () => screen.findByText('41'),
  },
  {
    name: 'who is signed in',
    call: readCurrentUser,
    breakages: BREAKAGES,
    data: { user: { username: 'rossi', userProfile: { profile: 'BUSINESS' } } },
    open: (handlers) =>
      Promise.resolve(
        renderPortal('/prospetto-fatturazione', { as: 'BUSINESS', handlers: [...handlers, answer(listAsl, asls)] })
          .user,
      ),
    healthy: async () => {
      await screen.findByRole('heading', { level: 1, name: 'Prospetto fatturazione' });
      await screen.findByRole('link', { name: 'Ordini AMC' });
    },
  },
];

/** Thirty seconds of silence pass in a moment, for the rest of the test. */
function shortenSilence(): void {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const short = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(SILENCE_MS));
  onTestFinished(() => short.mockRestore());
}

/** How often the generic alert was put up. */
function told(): number {
  return currentAlerts().find(({ text }) => text === 'Si è vericato un errore')?.count ?? 0;
}

test.each(SCENES)(
  'design §2 broken answers: $name, each said in its place with Riprova, until a good one comes',
  async ({ call, breakages, data, open, healthy, typed, isQuiet = false }) => {
    const consoleErrors = vi.spyOn(console, 'error');
    onTestFinished(() => consoleErrors.mockRestore());
    let respond: Respond = () => HttpResponse.error();
    let asked = 0;
    const broken = answerAnyhow(call, () => {
      asked += 1;
      return respond();
    });
    let user: UserEvent | undefined;
    for (const [index, [name, next]] of breakages.entries()) {
      respond = next;
      if (name === '30 s of silence') shortenSilence();
      if (user) await user.click(screen.getByRole('button', { name: 'Riprova' }));
      else user = await open([broken]);
      await waitFor(() => expect([name, isQuiet ? asked : told()]).toEqual([name, index + 1]));
      await screen.findByRole('button', { name: 'Riprova' });
      typed?.();
    }
    vi.restoreAllMocks();
    respond = () => HttpResponse.json({ data });
    await user?.click(screen.getByRole('button', { name: 'Riprova' }));
    await healthy();
    typed?.();
    expect(told()).toBe(isQuiet ? 0 : breakages.length);
    expect(consoleErrors).not.toHaveBeenCalled();
  },
);

test('design §2 a server that counts fewer rows than it sends: every row is there', async () => {
  const rows = [7, 8, 9].map((purchaseId) => ({ ...purchase, purchaseId }));
  const few = answerAnyhow(searchPurchases, () =>
    HttpResponse.json({ data: { purchases: rows, pagination: { totalCount: 1 } } }),
  );
  const texts = ['purchases', 'sale', 'table'];
  await renderScreen(<PurchaseHistory />, { as: 'BUSINESS', texts, handlers: [few] });
  expect(await screen.findByText('Totale elementi: 3')).toBeVisible();
  expect(screen.getAllByText('12,50 €')).toHaveLength(3);
});
