import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, test, vi } from 'vitest';
import { listMyBusinesses } from '#contract/calls/businesses.ts';
import { readFeatures } from '#contract/calls/features.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import { openAccountMenu } from '../../account-menu.ts';
import { answer, network } from '../../network.ts';
import { heading } from '../../pages/sale/render-sale.tsx';
import { renderPortal } from '../../render-portal.tsx';
import { setNetwork } from '../../set-network.ts';

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
  await openAccountMenu(user);
  expect(await banner.findByText('I tuoi esercenti non sono stati caricati.')).toBeVisible();
  cut.clear();
  banner.getByRole('button', { name: 'Riprova' }).focus();
  await user.keyboard('{Enter}');
  expect(await banner.findByRole('button', { name: 'Cambia Business' })).toBeVisible();
  expect(banner.queryByRole('button', { name: 'Riprova' })).toBeNull();
  expect(document.body).not.toHaveFocus();
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

test("§8 chunk load: charts that did not come are drawn at 'Riprova', or when the connection is back", async () => {
  const purchases = [
    { purchaseId: 1, createTime: new Date().toISOString(), itemsAmount: 5, status: 'ACTIVE' as const },
  ];
  const pagination = { page: 0, pageSize: 1000, totalCount: 1, totalPages: 1 };
  cut.add('loadDrawing');
  renderPortal('/', { as: 'BUSINESS', handlers: [answer(searchPurchases, { purchases, pagination })] });
  const missing = await screen.findAllByText(/grafico/i);
  const retries = screen.getAllByRole('button', { name: 'Riprova' });
  expect(retries).toHaveLength(missing.length);
  retries[0]?.click();
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Riprova' })).toHaveLength(missing.length));
  setNetwork(false);
  cut.clear();
  setNetwork(true);
  expect(await screen.findAllByTestId('chart')).toHaveLength(missing.length);
  expect(screen.queryByText(/grafico/i)).toBeNull();
});

test("§8 chunk load: in the place of the filters' fields that did not come stands 'Riprova'", async () => {
  cut.add('loadFilterForm');
  const { user } = renderPortal('/storico-acquisti', {
    as: 'BUSINESS',
    handlers: [
      answer(searchPurchases, { purchases: [], pagination: { page: 0, pageSize: 5, totalCount: 0, totalPages: 0 } }),
      answer(readFeatures, { features: { calls: [], sorts: {}, filters: { purchases: ['status'] } } }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Filtri' }));
  const again = await screen.findByRole('button', { name: 'Riprova' });
  cut.clear();
  await user.click(again);
  expect(await screen.findByRole('form', { name: /filtr/i })).toBeVisible();
});
