import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { type HttpHandler, HttpResponse } from 'msw';
import { expect } from 'vitest';
import { readMyBusiness } from '#contract/calls/businesses.ts';
import { readCartSummary } from '#contract/calls/carts.ts';
import { searchPatients } from '#contract/calls/patients.ts';
import { listCategories, listManufacturers, searchProducts } from '#contract/calls/products.ts';
import { listMyStores } from '#contract/calls/stores.ts';
import { Component as PatientSearch } from '#src/pages/sale/patient-search.tsx';
import { currentIdentity } from '#src/providers/session/identity.ts';
import { renderScreen } from '../../render-screen.tsx';
import { network } from '../../network.ts';
import { goToSummary, renderProducts, scan } from '../sale/render-sale.tsx';
import { TEXTS, bread, newSaleServer, patient, saleHandlers, store } from '../sale/sale-server.ts';
import { BREAKAGES, COUNTED, listBreakages, pageBreakages } from './breakages.ts';
import { type Scenario, field, nothingToRetry } from './scenario.ts';

const cart = { cartId: 81, items: [], residualAmount: 100, voucherInitialAmount: 110, itemsAmount: 10 };
const line = { product: bread, quantity: 4, pricePerUnit: 2.5, totalPrice: 10 };
const server = () => newSaleServer({ items: [line] });

async function openOnSearch(handlers: readonly HttpHandler[]): Promise<UserEvent> {
  const own = [...handlers, ...saleHandlers(newSaleServer())];
  const { user } = await renderScreen(<PatientSearch />, { as: 'BUSINESS', texts: TEXTS, handlers: own });
  await user.type(await screen.findByRole('textbox', { name: 'Codice fiscale' }), patient.fiscalCode);
  return user;
}

async function openOnSummary(handlers: readonly HttpHandler[]): Promise<UserEvent> {
  const user = await renderProducts(server(), handlers);
  await goToSummary(user);
  return user;
}

/** The screens of a sale. */
export const SALE_SCENARIOS: readonly Scenario[] = [
  {
    name: 'stores of the patient search',
    call: listMyStores,
    breakages: listBreakages('stores'),
    data: { stores: [store] },
    open: openOnSearch,
    typed: () => expect(screen.getByRole('textbox', { name: 'Codice fiscale' })).toHaveValue(patient.fiscalCode),
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
    typed: () => expect(screen.getByRole('textbox', { name: 'Codice fiscale' })).toHaveValue(patient.fiscalCode),
    healthy: () => screen.findByRole('button', { name: patient.fiscalCode }),
  },
  {
    name: 'categories',
    call: listCategories,
    breakages: listBreakages('categories'),
    data: { categories: bread.categories },
    open: (handlers) => renderProducts(server(), handlers),
    healthy: nothingToRetry,
  },
  {
    name: 'manufacturers',
    call: listManufacturers,
    breakages: listBreakages('manufacturers'),
    data: { manufacturers: [bread.manufacturer] },
    open: (handlers) => renderProducts(server(), handlers),
    healthy: nothingToRetry,
  },
  {
    name: 'products',
    call: searchProducts,
    breakages: pageBreakages('products'),
    data: { products: [bread], pagination: COUNTED },
    open: async (handlers) => {
      const user = await renderProducts(newSaleServer(), handlers);
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
    healthy: nothingToRetry,
  },
  {
    name: 'business of the summary',
    call: readMyBusiness,
    breakages: BREAKAGES,
    data: { business: { businessId: 1, companyName: 'Farmacia Rossi' } },
    open: async (handlers) => {
      const user = await renderProducts(server());
      // The header requests the business too. Its request is made first, so that only the summary's is broken.
      await currentIdentity();
      network.use(...handlers);
      await goToSummary(user);
      return user;
    },
    healthy: () => screen.findByText('Farmacia Rossi'),
  },
];
