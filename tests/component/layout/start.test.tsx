import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { readMyAsl } from '#contract/calls/asl.ts';
import { readCurrentUser } from '#contract/calls/authentication.ts';
import { readMyBusiness } from '#contract/calls/businesses.ts';
import { readFeatures } from '#contract/calls/features.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import type { Profile } from '#contract/entities/user.ts';
import { answer, network } from '../network.ts';
import { arriveAt } from '../render-portal.tsx';

const OF_USER = [readCurrentUser.path, readFeatures.path];

function rowsOf(page: number, size: number): string {
  return `${searchPurchases.path}?page=${page}&size=${size}&sort=createTime%2Cdesc`;
}

afterEach(() => {
  network.events.removeAllListeners();
  Reflect.deleteProperty(navigator, 'locks');
});

/** Arrives at a path after a reload. Returns the path and query of every call from now on. */
function arriveAgain(path: string, as: Profile | undefined, profile: string | undefined): string[] {
  const purchase = { purchaseId: 7, createTime: '2026-07-01T10:00:00+02:00', itemsAmount: 12.5, items: [] };
  const rows = { purchases: [{ ...purchase, status: 'ACTIVE' as const }], pagination: { totalCount: 12 } };
  arriveAt(path, { ...(as && { as }), handlers: [answer(searchPurchases, rows)] });
  if (profile !== undefined) sessionStorage.setItem('profile', JSON.stringify(profile));
  const calls: string[] = [];
  network.events.on('request:start', ({ request }) => {
    const { pathname, search } = new URL(request.url);
    if (pathname.startsWith('/api/')) calls.push(pathname + search);
  });
  vi.resetModules();
  return calls;
}

test.each<[string, string, Profile, string | undefined, readonly string[]]>([
  ['a shop', '/support', 'BUSINESS', 'BUSINESS', [...OF_USER, readMyBusiness.path]],
  ['a health authority', '/storico-acquisti', 'ASL', 'ASL', [...OF_USER, readMyAsl.path]],
  ['an operator', '/gestione/assistiti', 'OPERATOR', 'OPERATOR', OF_USER],
  ['whoever it is', '/storico-acquisti', 'BUSINESS', undefined, OF_USER],
  [
    "a shop at a list's page",
    '/storico-acquisti',
    'BUSINESS',
    'BUSINESS',
    [...OF_USER, readMyBusiness.path, rowsOf(0, 5)],
  ],
  [
    'a shop at a filtered list',
    '/storico-acquisti?scope=patient',
    'BUSINESS',
    'BUSINESS',
    [...OF_USER, readMyBusiness.path],
  ],
  [
    'a shop at a page size that there is not',
    '/storico-acquisti?pageSize=999999',
    'BUSINESS',
    'BUSINESS',
    [...OF_USER, readMyBusiness.path],
  ],
])(
  'design §5 light: the start makes the first calls of %s, as the contract has them',
  async (_, path, as, profile, of) => {
    const calls = arriveAgain(path, as, profile);
    await import('#src/start-downloads.ts');
    await waitFor(() => expect(calls.toSorted()).toEqual([...of].toSorted()));
  },
);

test('rules §3 the start uses the tokens that there are once the configuration has come', async () => {
  const calls = arriveAgain('/storico-acquisti', 'BUSINESS', 'BUSINESS');
  await import('#src/start-downloads.ts');
  const { clearSessionStorage } = await import('#src/providers/session/tokens.ts');
  const { loadRuntimeConfig } = await import('#src/providers/runtime-config.ts');
  clearSessionStorage();
  await loadRuntimeConfig();
  await fetch(`${window.location.origin}${readMyAsl.path}`);
  expect(calls).toEqual([readMyAsl.path]);
});

test('§2 a browser that stores nothing opens the public pages, and says what the sign-on needs', async () => {
  function refuse(): never {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  }
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(refuse);
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(refuse);
  vi.spyOn(globalThis, 'BroadcastChannel').mockImplementation(refuse);
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: () => Promise.reject(new Error('refused')) },
  });
  arriveAt('/support');
  vi.resetModules();
  document.body.innerHTML = '<div id="root"></div>';
  await import('#src/main.tsx');
  const { navigateTo } = await import('#src/providers/navigation.ts');
  for (const [path, heading] of [
    ['/support', 'Supporto'],
    ['/punti-vendita', 'Punti vendita'],
    ['/informazioni-buoni', 'Dal buono cartaceo al buono elettronico'],
    ['/', 'Il buono alimentare, in negozio e in farmacia'],
  ] as const) {
    act(() => navigateTo(path));
    await screen.findByRole('heading', { level: 1, name: heading });
  }
  const need = /Per accedere, il portale deve poter salvare dati in questo browser/;
  await userEvent.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Accedi' }));
  await within(await screen.findByRole('alert')).findByText(need);
  for (const [path, heading] of [
    ['/storico-acquisti', 'Accesso necessario'],
    ['/redirect-url?sessionId=1', 'Accesso non riuscito'],
  ] as const) {
    act(() => navigateTo(path));
    await screen.findByRole('heading', { level: 1, name: heading });
    await within(screen.getByRole('main')).findByText(need);
  }
});

// The last test, because its portal stays in the page.
test('design §5 light: the portal takes the answers to the first calls, and makes none of them again', async () => {
  const calls = arriveAgain('/storico-acquisti?currentPage=2&pageSize=10', 'BUSINESS', 'BUSINESS');
  document.body.innerHTML = '<div id="root"></div>';
  await import('#src/main.tsx');
  await screen.findByText('01/07/2026 10:00:00');
  const first = [...OF_USER, readMyBusiness.path, rowsOf(1, 10)];
  expect(calls.slice(0, first.length).toSorted()).toEqual(first.toSorted());
  for (const path of first) expect(calls.filter((call) => call === path)).toHaveLength(1);
});
