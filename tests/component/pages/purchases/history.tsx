import type { UserEvent } from '@testing-library/user-event';
import type { HttpHandler } from 'msw';
import { Route } from 'react-router-dom';
import type { CallReply, CallRequest } from '#contract/call.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import { Component as PurchaseHistoryPage } from '#src/pages/purchases/index.tsx';
import { answer } from '../../network.ts';
import { renderScreen } from '../../render-screen.tsx';
import { SaleScreens } from '../sale/render-sale.tsx';
import { bread, newSaleServer, pasta, patient, saleHandlers, type SaleServer, TEXTS } from '../sale/sale-server.ts';

type Row = CallReply<typeof searchPurchases>['purchases'][number];

/** The state of the fake server of the history, and its received searches. */
export interface History {
  purchases: Row[];
  readonly searches: CallRequest<typeof searchPurchases>['query'][];
}

export const purchase = {
  purchaseId: 7,
  createTime: '2026-07-01T10:00:00+02:00',
  itemsAmount: 12.5,
  status: 'ACTIVE' as const,
  cancelable: true,
  items: [
    { product: bread, quantity: 2, pricePerUnit: 2.5, totalPrice: 5 },
    { product: pasta, quantity: 5, pricePerUnit: 1.5, totalPrice: 7.5 },
  ],
  patient: { patientId: 11, firstName: 'Mario', lastName: 'Rossi', fiscalCode: patient.fiscalCode },
  dossierId: 21,
  business: { businessId: 1, companyName: 'Farmacia Rossi' },
};
export const cancelled = { ...purchase, purchaseId: 8, status: 'CANCELLED' as const };

export function openHistory(purchases: Row[]): History {
  return { purchases, searches: [] };
}

/** Renders the history and the sale on their routes. The given handlers take precedence. */
export async function renderHistory(
  history: History,
  handlers: readonly HttpHandler[] = [],
  path = '/storico-acquisti',
  server: SaleServer = newSaleServer(),
): Promise<{ readonly user: UserEvent; readonly location: () => string }> {
  const search = answer(searchPurchases, ({ query }) => {
    history.searches.push(query);
    return { purchases: history.purchases, pagination: { totalCount: history.purchases.length } };
  });
  return renderScreen(
    <SaleScreens>
      <Route path="/storico-acquisti" element={<PurchaseHistoryPage />} />
    </SaleScreens>,
    { as: 'BUSINESS', path, texts: [...TEXTS, 'purchases'], handlers: [...handlers, search, ...saleHandlers(server)] },
  );
}
