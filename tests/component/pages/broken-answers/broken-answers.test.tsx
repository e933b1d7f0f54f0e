import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { expect, onTestFinished, test, vi } from 'vitest';
import { refreshTokens } from '#contract/calls/authentication.ts';
import { putCartProduct } from '#contract/calls/carts.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import { Component as PurchaseHistory } from '#src/pages/purchases/index.tsx';
import { currentAlerts, dismissAllAlerts } from '#src/providers/notifications/alert-store.ts';
import { isFull } from '#tests/extent.ts';
import { renderScreen } from '../../render-screen.tsx';
import { network, respondWith } from '../../network.ts';
import { priceField, quantityField, renderProducts, scan } from '../sale/render-sale.tsx';
import { bread, newSaleServer, saleHandlers } from '../sale/sale-server.ts';
import { BREAKAGES, type Breakage, type Respond, holdTimeLimits } from './breakages.ts';
import { AFTER_SALE_SCENARIOS, purchase } from './after-sale-scenarios.tsx';
import { SALE_SCENARIOS } from './sale-scenarios.tsx';

/** After a firewall's 403 the portal gets new tokens, and the firewall answers once more. */
const renewed = respondWith(refreshTokens, () =>
  HttpResponse.json({ data: { auth: { accessToken: 'a2', refreshToken: 'r2' } } }),
);

/** The number of generic alerts on the screen. */
function told(): number {
  return currentAlerts().filter(({ text }) => text === 'Si è vericato un errore').length;
}

/** How many breakages of each scenario a usual run tests. */
const WAYS = 2;

/** All scenarios. In a usual run each takes the next breakages in turn, so that every breakage is tested. */
const scenarios = [...SALE_SCENARIOS, ...AFTER_SALE_SCENARIOS].map((scenario, turn) => {
  const { breakages } = scenario;
  const first = (turn * WAYS) % breakages.length;
  return { ...scenario, breakages: isFull ? breakages : breakages.slice(first, first + WAYS) };
});

test.each(scenarios)(
  'design §2 broken answers: $name, each said in its place with Riprova, until a good one comes',
  async ({ call, breakages, data, open, healthy, typed, isQuiet = false }) => {
    const consoleErrors = vi.spyOn(console, 'error');
    onTestFinished(() => consoleErrors.mockRestore());
    let respond: Respond = () => HttpResponse.error();
    let asked = 0;
    const broken = respondWith(call, () => {
      asked += 1;
      return respond();
    });
    let user: UserEvent | undefined;
    holdTimeLimits(call);
    for (const [name, next] of breakages) {
      respond = next;
      asked = 0;
      if (user) await user.click(screen.getByRole('button', { name: 'Riprova' }));
      else user = await open([broken, renewed]);
      await waitFor(() => expect([name, isQuiet ? asked > 0 : told() === 1]).toEqual([name, true]));
      await screen.findByRole('button', { name: 'Riprova' });
      act(dismissAllAlerts);
      typed?.();
    }
    vi.restoreAllMocks();
    respond = () => HttpResponse.json({ data });
    await user?.click(screen.getByRole('button', { name: 'Riprova' }));
    await healthy();
    typed?.();
    expect(told()).toBe(0);
    expect(consoleErrors).not.toHaveBeenCalled();
  },
);

test('design §2 a server that counts fewer rows than it sends: every row is there', async () => {
  const rows = [7, 8, 9].map((purchaseId) => ({ ...purchase, purchaseId }));
  const few = respondWith(searchPurchases, () =>
    HttpResponse.json({ data: { purchases: rows, pagination: { totalCount: 1 } } }),
  );
  const texts = ['purchases', 'sale', 'table'];
  await renderScreen(<PurchaseHistory />, { as: 'BUSINESS', texts, handlers: [few] });
  expect(await screen.findByText('Totale elementi: 3')).toBeVisible();
  expect(screen.getAllByText('12,50 €')).toHaveLength(3);
});

/** Breakages of a call that returns the cart. */
const CART_BREAKAGES: readonly Breakage[] = [
  ...BREAKAGES,
  ['a number where the lines should be', () => HttpResponse.json({ data: { cart: { cartId: 81, items: 7 } } })],
  ['a cart without its amounts', () => HttpResponse.json({ data: { cart: { cartId: 81, items: [] } } })],
];

test('design §2 broken answers: a product put into the cart, each said in its place, and what was typed is sent again', async () => {
  const consoleErrors = vi.spyOn(console, 'error');
  let respond: Respond = () => HttpResponse.error();
  let asked = 0;
  const broken = respondWith(putCartProduct, () => {
    asked += 1;
    return respond();
  });
  const server = newSaleServer();
  const user = await renderProducts(server, [broken, renewed]);
  await scan(user, bread.ean1);
  await waitFor(() => expect(quantityField()).toHaveFocus());
  await user.keyboard('3');
  holdTimeLimits(putCartProduct);
  for (const [name, next] of CART_BREAKAGES) {
    respond = next;
    asked = 0;
    await user.keyboard('{Enter}');
    await waitFor(() => expect([name, asked > 0]).toEqual([name, true]));
    expect(await screen.findByText(/la modifica al carrello non risulta registrata: ripetila/)).toBeVisible();
    await waitFor(() => expect(quantityField()).toHaveFocus());
    expect(quantityField()).toHaveValue('3');
    expect(priceField()).toHaveValue('2,50');
  }
  expect(currentAlerts()).toEqual([]);
  expect(consoleErrors).not.toHaveBeenCalled();
  vi.restoreAllMocks();
  network.use(...saleHandlers(server));
  await user.keyboard('{Enter}');
  expect(
    await within(screen.getByRole('region', { name: 'Prodotti inseriti' })).findByRole('cell', { name: /^7,50/ }),
  ).toBeVisible();
});
