import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readCartSummary } from '#contract/calls/carts.ts';
import { expireSession } from '#src/providers/session/session.ts';
import { answer } from '../../network.ts';
import { renderPortal } from '../../render-portal.tsx';
import { bread, newSaleServer, patient, saleHandlers } from './sale-server.ts';

const items = [{ product: bread, quantity: 2, pricePerUnit: 2.5, totalPrice: 5 }];
const bought = { cartId: 81, items, residualAmount: 105, voucherInitialAmount: 110, itemsAmount: 5, purchaseId: 99 };
const COMPLETED = '/ricerca-assistiti/vendita/completato';

function renderAfterReload(username = 'rossi') {
  sessionStorage.setItem('boughtCart', JSON.stringify({ cartId: 81, username, businessId: 1 }));
  return renderPortal(COMPLETED, {
    as: 'BUSINESS',
    handlers: [answer(readCartSummary, { cart: { ...bought, patient } }), ...saleHandlers(newSaleServer())],
  });
}

test('§2 step 4: a reload shows the purchase again, and nothing of the patient was stored', async () => {
  renderAfterReload();
  expect(await screen.findByText('Operazione avvenuto con successo')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Numero acquisto' })).toHaveTextContent(/99$/);
  expect(screen.getByText(patient.fiscalCode)).toBeVisible();
  const stored = JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]);
  expect(stored).not.toMatch(/RSSMRA|Mario/);
});

test('§2 step 4: once the next patient is looked for, the purchase is not shown again', async () => {
  const { user } = renderAfterReload();
  await user.click(await screen.findByRole('button', { name: 'Nuova ricerca' }));
  await screen.findByRole('heading', { level: 1, name: 'Ricerca Assistiti' });
  expect(sessionStorage.getItem('boughtCart')).toBeNull();
  const arrival = window.history.state as unknown;
  window.history.back();
  // Back is told later; until then the search of before stands there.
  await waitFor(() => {
    expect(window.history.state).not.toEqual(arrival);
    expect(window.location.pathname).not.toBe(COMPLETED);
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Ricerca Assistiti' })).toBeVisible();
  expect(screen.queryByText(patient.fiscalCode)).not.toBeInTheDocument();
});

test('§2 step 4: a purchase of another user is not shown again', async () => {
  renderAfterReload('bianchi');
  expect(await screen.findByRole('heading', { level: 1, name: 'Ricerca Assistiti' })).toBeVisible();
});

test('§4 the end of the session takes what a patient could be told by off the screen at once', async () => {
  renderAfterReload();
  await screen.findByText(patient.fiscalCode);
  act(() => void expireSession());
  await waitFor(() => expect(screen.queryByText(patient.fiscalCode)).not.toBeInTheDocument());
  expect(screen.getByRole('main')).toHaveTextContent(/^La sessione è scaduta, accedi di nuovo$/);
  expect(window.location.pathname).toBe(COMPLETED);
});
