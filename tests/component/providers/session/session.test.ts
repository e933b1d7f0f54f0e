import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setNavigate } from '#src/providers/navigation.ts';
import { queryClient } from '#src/providers/query-client.ts';
import { takeDesiredLocation } from '#src/providers/session/desired-location.ts';
import { expireSession, isSessionEnding, noteSignedInUser } from '#src/providers/session/session.ts';
import { relayState } from '#src/providers/session/begin-sign-on.ts';
import { selectStore, selectedStoreId } from '#src/providers/session/selected-store.ts';
import { clearSessionStorage, isSignedIn, writeTokens } from '#src/providers/session/tokens.ts';
import { addUnconfirmed, storedCart, ownCart } from '#src/providers/session/unfinished-cart.ts';

const visited: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  setNavigate((path) => visited.push(path));
  writeTokens({ accessToken: 'a', refreshToken: 'r' });
});

afterEach(() => {
  vi.useRealTimers();
  visited.length = 0;
  clearSessionStorage();
});

test('§4 an expired session: home after 5 s, once', () => {
  expect([expireSession(), expireSession()]).toEqual([true, false]);
  vi.advanceTimersByTime(4999);
  expect(visited).toEqual([]);
  expect(isSessionEnding()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(visited).toEqual(['/']);
  expect(isSessionEnding()).toBe(false);
  vi.advanceTimersByTime(10_000);
  expect(visited).toEqual(['/']);
});

test('rules §3 after an expiry only the location and the carts with their owner are written back', () => {
  noteSignedInUser('rossi');
  window.history.replaceState(null, '', '/storico-acquisti?currentPage=2');
  storedCart.write({ cartId: 5, username: 'rossi', businessId: 3 });
  addUnconfirmed({ cartId: 4, username: 'rossi', businessId: 3 });
  selectStore(4);
  relayState.write('relay');
  expireSession();
  expect(isSignedIn()).toBe(false);
  expect(selectedStoreId()).toBeNull();
  expect(relayState.read()).toBeNull();
  expect(Object.keys(sessionStorage).toSorted()).toEqual(['desiredLocation', 'purchasesInDoubt', 'unfinishedCart']);
  expect(takeDesiredLocation('rossi')).toBe('/storico-acquisti?currentPage=2');
  expect(ownCart({ username: 'rossi', businessId: 3 })).toBe(5);
});

test('§4 the way back of an ended session is not shown to another user', () => {
  noteSignedInUser('rossi');
  window.history.replaceState(null, '', '/riepilogo-ordini-amc?businessId=7');
  expireSession();
  expect(takeDesiredLocation('bianchi')).toBeNull();
  expect(takeDesiredLocation('rossi')).toBeNull();
});

test('§8 what was read in the session is forgotten: at once what no screen shows, the rest when home comes', () => {
  const screen = new QueryObserver(queryClient, { queryKey: ['shown'], queryFn: () => ['somebody'] });
  const leaveScreen = screen.subscribe(() => undefined);
  queryClient.setQueryData(['shown'], ['somebody']);
  queryClient.setQueryData(['hidden'], ['somebody']);
  expireSession();
  expect(queryClient.getQueryData(['hidden'])).toBeUndefined();
  vi.advanceTimersByTime(5000);
  expect(queryClient.getQueryData(['shown'])).toBeUndefined();
  leaveScreen();
});

test('§8 who has signed in again within the 5 s stays', () => {
  expireSession();
  writeTokens({ accessToken: 'b', refreshToken: 's' });
  expect(isSessionEnding()).toBe(false);
  vi.advanceTimersByTime(5000);
  expect(visited).toEqual([]);
});
