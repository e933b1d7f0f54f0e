import { render, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { searchPurchases } from '#contract/calls/purchases.ts';
import type { Profile } from '#contract/entities/user.ts';
import { App } from '#src/app.tsx';
import { preloadFirstData, preloadFirstScreen } from '#src/preload-first-screen.ts';
import { queryClient } from '#src/providers/query-client.ts';
import { answer } from '../network.ts';
import { arriveAt } from '../render-portal.tsx';

const purchase = {
  purchaseId: 7,
  createTime: '2026-07-01T10:00:00+02:00',
  itemsAmount: 12.5,
  status: 'ACTIVE' as const,
  items: [],
};

/** Arrives at a path and records the requested pages of purchases. */
function arriveCounting(path: string, as: Profile): unknown[] {
  const pages: unknown[] = [];
  const search = answer(searchPurchases, ({ query }) => {
    pages.push([query.page, query.size]);
    return { purchases: [purchase], pagination: { totalCount: 12 } };
  });
  arriveAt(path, { as, handlers: [search] });
  return pages;
}

test('design §5 light: the menu is complete with the first render', async () => {
  arriveAt('/support', { as: 'BUSINESS' });
  await preloadFirstData();
  render(<App />);
  const menu = within(screen.getByRole('navigation', { name: 'Menu principale' }));
  expect(menu.getAllByRole('link', { hidden: true }).map((link) => link.textContent)).toEqual([
    'Home',
    'Ricerca Assistiti',
    'storico acquisti',
    'Prospetto fatturazione',
    'Ordini AMC',
    'Riepilogo Ordini AMC',
    'Punti vendita',
    'Supporto',
  ]);
});

test.each([
  ['/storico-acquisti', [0, 5]],
  ['/storico-acquisti?currentPage=2&pageSize=10', [1, 10]],
])('design §5 light: the rows of %s are asked for before the first render, and once', async (path, page) => {
  const pages = arriveCounting(path, 'BUSINESS');
  await preloadFirstScreen();
  await preloadFirstData();
  await waitFor(() => expect(pages).toEqual([page]));
  render(<App />);
  await screen.findByText('01/07/2026 10:00:00');
  expect(pages).toEqual([page]);
});

test.each<[string, string, Profile]>([
  ['for a user who may not see them', '/storico-acquisti', 'ASL'],
  ['for a page that is none', '/storico-acquisti?currentPage=none', 'BUSINESS'],
  ["for one patient's history", '/storico-acquisti?scope=patient', 'BUSINESS'],
  ['for a screen without them', '/ricerca-assistiti', 'BUSINESS'],
])('design §5 light: no purchases are asked for before the first render %s', async (_, path, as) => {
  const pages = arriveCounting(path, as);
  await preloadFirstData();
  expect(queryClient.isFetching()).toBe(0);
  expect(pages).toEqual([]);
});
