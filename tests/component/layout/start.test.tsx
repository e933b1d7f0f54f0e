import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { readCurrentUser } from '#contract/calls/authentication.ts';
import { readMyBusiness } from '#contract/calls/businesses.ts';
import { readFeatures } from '#contract/calls/features.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import { answer, network } from '../network.ts';
import { arriveAt } from '../render-portal.tsx';

const purchase = {
  purchaseId: 7,
  createTime: '2026-07-01T10:00:00+02:00',
  itemsAmount: 12.5,
  status: 'ACTIVE' as const,
  items: [],
};

afterEach(() => {
  network.events.removeAllListeners();
});

/** The path and query of each GET request to the API. */
function recordCalls(): string[] {
  const calls: string[] = [];
  network.events.on('request:start', ({ request }) => {
    const { pathname, search } = new URL(request.url);
    if (pathname.startsWith('/api/')) calls.push(pathname + search);
  });
  return calls;
}

test("design §5 light: the start makes a list's calls, and the portal takes their answers", async () => {
  const rows = answer(searchPurchases, { purchases: [purchase], pagination: { totalCount: 12 } });
  arriveAt('/storico-acquisti?currentPage=2&pageSize=10', { as: 'BUSINESS', handlers: [rows] });
  sessionStorage.setItem('profile', '"BUSINESS"');
  const calls = recordCalls();
  document.body.innerHTML = '<div id="root"></div>';
  vi.resetModules();
  await import('#src/main.tsx');
  await screen.findByText('01/07/2026 10:00:00');
  const first = [readCurrentUser.path, readMyBusiness.path, readFeatures.path];
  const rowsCall = `${searchPurchases.path}?page=1&size=10&sort=createTime%2Cdesc`;
  expect(calls.slice(0, 4).toSorted()).toEqual([...first, rowsCall].toSorted());
  for (const path of [...first, rowsCall]) expect(calls.filter((call) => call === path)).toHaveLength(1);
});
