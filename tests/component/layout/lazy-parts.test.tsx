import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { signOut } from '#contract/calls/authentication.ts';
import { listMyBusinesses } from '#contract/calls/businesses.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import { patient as patientRow } from '#contract/entities/patient.ts';
import { keepOpenedCart } from '#src/hooks/sale-store.ts';
import { storedCart } from '#src/providers/session/unfinished-cart.ts';
import { answer, lose, network } from '../network.ts';
import { button, heading, quantityField, renderProducts } from '../pages/sale/render-sale.tsx';
import { bread, newSaleServer, pasta, patient } from '../pages/sale/sale-server.ts';
import { renderPortal } from '../render-portal.tsx';
import { scanHere } from '../scanner.ts';
import { setNetwork } from '../set-network.ts';

/**
 * Names of the loaders whose code does not arrive. Loaded code stays, so each test must be the first to need its part.
 */
const cut = new Set<string>();

vi.mock(import('#src/providers/loading/retry.ts'), async (importOriginal) => {
  const original = await importOriginal();
  return {
    ...original,
    retry: (load) =>
      cut.has(load.name) ? Promise.reject(new original.LoadError(new Error('no chunk'))) : original.retry(load),
  };
});

afterEach(() => cut.clear());

function followHome(): void {
  act(() => screen.getAllByRole('link', { name: 'Home' })[0]?.click());
}

test("§8 chunk load: in the place of a 'Cambia Business' that did not come stands 'Riprova'", async () => {
  const businesses = [1, 2].map((businessId) => ({ businessId, companyName: `Bottega ${businessId}` }));
  cut.add('loadBusinessSwitch');
  const { user } = renderPortal('/support', { as: 'BUSINESS', handlers: [answer(listMyBusinesses, { businesses })] });
  const banner = within(screen.getByRole('banner'));
  expect(await banner.findByText('I tuoi business non sono stati caricati.')).toBeVisible();
  cut.clear();
  banner.getByRole('button', { name: 'Riprova' }).focus();
  await user.keyboard('{Enter}');
  expect(await banner.findByRole('button', { name: 'Cambia Business' })).toBeVisible();
  expect(banner.queryByRole('button', { name: 'Riprova' })).toBeNull();
  expect(document.body).not.toHaveFocus();
});

test("§8 chunk load: 'Esci' signs out where the question about the cart does not come", async () => {
  const { user } = renderPortal('/support', { as: 'BUSINESS', handlers: [lose(signOut)] });
  await screen.findByText('Farmacia Rossi');
  storedCart.write({ cartId: 7, username: 'rossi', businessId: 1 });
  keepOpenedCart({ cartId: 7, patient: z.parse(patientRow.read, patient), hasProducts: true });
  network.use(http.get('/locales/it/palette.json', () => HttpResponse.error()));
  setNetwork(false);
  await user.click(screen.getByRole('button', { name: 'Esci' }));
  expect(await within(screen.getByRole('banner')).findByRole('button', { name: 'Accedi' })).toBeVisible();
  expect(sessionStorage).toHaveLength(0);
});

test('§8 chunk load: a dashboard that did not come is asked for at every visit, and opens by itself with the connection', async () => {
  const { user } = renderPortal('/support', { as: 'BUSINESS' });
  await heading('Supporto');
  cut.add('loadDashboard');
  followHome();
  await heading('Unexpected Application Error!');
  cut.clear();
  await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Supporto' }));
  await heading('Supporto');

  let isAnswering = false;
  const files = ['/config.json', '/locales/it/dashboard.json'];
  network.use(...files.map((file) => http.get(file, () => (isAnswering ? undefined : HttpResponse.error()))));
  followHome();
  await heading('Pagina non ancora disponibile');
  isAnswering = true;
  act(() => void window.dispatchEvent(new Event('online')));
  const title = await heading('Riepilogo attività');
  await waitFor(() => expect(title).toHaveFocus());
});

test('§8 chunk load: charts that did not come are drawn when the connection is back', async () => {
  const purchases = [
    { purchaseId: 1, createTime: new Date().toISOString(), itemsAmount: 5, status: 'ACTIVE' as const },
  ];
  const pagination = { page: 0, pageSize: 1000, totalCount: 1, totalPages: 1 };
  cut.add('loadDrawing');
  renderPortal('/', { as: 'BUSINESS', handlers: [answer(searchPurchases, { purchases, pagination })] });
  const missing = await screen.findAllByText(/grafico/i);
  setNetwork(false);
  cut.clear();
  setNetwork(true);
  expect(await screen.findAllByTestId('chart')).toHaveLength(missing.length);
  expect(screen.queryByText(/grafico/i)).toBeNull();
});

async function renderLateSummary() {
  cut.add('loadSummary');
  const items = [{ product: bread, quantity: 2, pricePerUnit: 2.5, totalPrice: 5 }];
  const user = await renderProducts(newSaleServer({ products: [bread, pasta], items }));
  await user.click(button('Avanti'));
  await heading('Riepilogo');
  expect(await screen.findByRole('button', { name: 'Riprova' })).toBeVisible();
  return user;
}

test("§8 chunk load: where step 3 does not come, 'Indietro' leads back to the products", async () => {
  const user = await renderLateSummary();
  expect(button('Conferma')).toBeDisabled();
  await user.click(button('Indietro'));
  await heading('Scarico Prodotti');
});

test('§8 chunk load: where step 3 does not come, a product scanned there leads back to step 2 and is open there', async () => {
  await renderLateSummary();
  await scanHere(pasta.ean1);
  await heading('Scarico Prodotti');
  await waitFor(() => expect(quantityField()).toHaveValue('1'));
  expect(screen.getByText(pasta.name, { selector: 'form p' })).toBeVisible();
});
