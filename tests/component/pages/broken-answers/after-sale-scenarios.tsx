import { screen } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { expect } from 'vitest';
import { searchAmcOrders } from '#contract/calls/amc-orders.ts';
import { listAsl } from '#contract/calls/asl.ts';
import { readCurrentUser } from '#contract/calls/authentication.ts';
import { listBusinesses, listMyBusinesses } from '#contract/calls/businesses.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import type { Profile } from '#contract/entities/shared.ts';
import { Component as AmcOrderSummary } from '#src/pages/amc-orders/order-summary.tsx';
import { Component as AmcOrders } from '#src/pages/amc-orders/index.tsx';
import { Component as BillingSummary } from '#src/pages/billing/index.tsx';
import { Component as PurchaseHistory } from '#src/pages/purchases/index.tsx';
import { filterSearch } from '#tests/support/filter-address.ts';
import { renderScreen } from '../../render-screen.tsx';
import { answer } from '../../network.ts';
import { openAccountMenu } from '../../account-menu.ts';
import { renderPortal } from '../../render-portal.tsx';
import { BREAKAGES, COUNTED, listBreakages, looseListBreakages, pageBreakages } from './breakages.ts';
import { type Scenario, field, nothingToRetry } from './scenario.ts';

const PERIOD = { dateStart: '2026-02-01', dateEnd: '2026-02-28' };
/** A row of the history. */
export const purchase = { purchaseId: 7, createTime: '2026-07-01T10:00:00+02:00', itemsAmount: 12.5, status: 'ACTIVE' };
const asls = { asls: [{ aslId: 1, name: 'ASL Nord' }] };
const rossi = { businessId: 1, companyName: 'Farmacia Rossi' };
const keepsPeriod = () => expect(field('Data inizio')).toHaveValue('01/02/2026');

/** Renders the whole portal at a path. */
function openPortal(path: string, as?: Profile, ...others: readonly HttpHandler[]) {
  return (handlers: readonly HttpHandler[]) =>
    Promise.resolve(renderPortal(path, { ...(as && { as }), handlers: [...handlers, ...others] }).user);
}

function openBilling(as: Profile) {
  return async (handlers: readonly HttpHandler[]) => {
    const texts = ['billing', 'period', 'table'];
    const setting = { as, path: `/?${filterSearch(PERIOD)}`, texts, handlers };
    return (await renderScreen(<BillingSummary />, setting)).user;
  };
}

/** All screens but those of a sale. */
export const AFTER_SALE_SCENARIOS: readonly Scenario[] = [
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
    open: openBilling('BUSINESS'),
    typed: keepsPeriod,
    healthy: nothingToRetry,
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
        path: `/?${filterSearch({ aslId: 1, ...PERIOD })}`,
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
    open: openPortal('/prospetto-fatturazione', 'BUSINESS', answer(listAsl, asls)),
    healthy: async () => {
      await screen.findByRole('heading', { level: 1, name: 'Prospetto fatturazione' });
      await screen.findByRole('link', { name: 'Ordini AMC', hidden: true });
    },
  },
  {
    name: 'companies of the billing summary',
    call: listBusinesses,
    breakages: looseListBreakages('businesses'),
    data: { businesses: [rossi] },
    open: openBilling('ASL'),
    typed: keepsPeriod,
    healthy: nothingToRetry,
  },
  {
    name: 'businesses to switch to',
    call: listMyBusinesses,
    breakages: listBreakages('businesses'),
    data: { businesses: [rossi, { businessId: 2, companyName: 'Bottega Bianchi' }] },
    open: async (handlers) => {
      const { user } = renderPortal('/', { as: 'BUSINESS', handlers });
      await openAccountMenu(user);
      await user.click(await screen.findByRole('button', { name: 'Cambia Business' }));
      return user;
    },
    healthy: () => screen.findByRole('button', { name: 'Bottega Bianchi' }),
  },
  {
    name: 'figures of a shop on its home',
    call: searchPurchases,
    breakages: pageBreakages('purchases'),
    data: { purchases: [{ ...purchase, createTime: new Date().toISOString() }], pagination: COUNTED },
    open: openPortal('/', 'BUSINESS'),
    healthy: () => screen.findByRole('table', { name: /^Spesa per giorno/ }),
    isQuiet: true,
  },
  {
    name: 'figures of a health authority on its home',
    call: searchAmcOrders,
    breakages: pageBreakages('orders'),
    data: { orders: [{ amcOrderId: 41, orderDate: new Date().toISOString(), amount: 12.5 }], pagination: COUNTED },
    open: openPortal('/', 'ASL'),
    healthy: () => screen.findByRole('table', { name: /mese/ }),
    isQuiet: true,
  },
  {
    name: 'companies of the store locator',
    call: listBusinesses,
    breakages: looseListBreakages('businesses'),
    data: { businesses: [rossi] },
    open: openPortal('/punti-vendita'),
    healthy: () => screen.findByRole('heading', { level: 2, name: 'Sfoglia i punti vendita' }),
  },
];
