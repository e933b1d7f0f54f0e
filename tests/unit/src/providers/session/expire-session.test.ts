// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setNavigate } from '#src/providers/navigation.ts';
import { currentAlerts, dismissAllAlerts } from '#src/providers/notifications/alert-store.ts';
import { queryClient } from '#src/providers/query-client.ts';
import { takeDesiredLocation } from '#src/providers/session/desired-location.ts';
import { expireSession } from '#src/providers/session/expire-session.ts';
import { relayState } from '#src/providers/session/relay-state.ts';
import { selectStore, selectedStoreId } from '#src/providers/session/selected-store.ts';
import { isSignedIn, writeTokens } from '#src/providers/session/tokens.ts';
import { storedCart, unfinishedCartOf } from '#src/providers/session/unfinished-cart.ts';

const visited: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  setNavigate((path) => visited.push(path));
  writeTokens({ accessToken: 'a', refreshToken: 'r' });
});

afterEach(() => {
  vi.useRealTimers();
  visited.length = 0;
  sessionStorage.clear();
  dismissAllAlerts();
});

test('§4 an expired session: the alert for 10 s, home after 5 s, once', () => {
  expireSession();
  expireSession();
  expect(currentAlerts()).toMatchObject([{ kind: 'danger', count: 1, duration: 10_000 }]);
  vi.advanceTimersByTime(4999);
  expect(visited).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(visited).toEqual(['/']);
  vi.advanceTimersByTime(4999);
  expect(currentAlerts()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(currentAlerts()).toEqual([]);
  expect(visited).toEqual(['/']);
});

test('decisions §3 after an expiry only the location and the cart with its owner are written back', () => {
  window.history.replaceState(null, '', '/storico-acquisti?currentPage=2');
  storedCart.write({ cartId: 5, username: 'rossi', businessId: 3 });
  selectStore(4);
  relayState.write('relay');
  expireSession();
  expect(isSignedIn()).toBe(false);
  expect(selectedStoreId()).toBeNull();
  expect(relayState.read()).toBeNull();
  expect(sessionStorage).toHaveLength(2);
  expect(takeDesiredLocation()).toBe('/storico-acquisti?currentPage=2');
  expect(unfinishedCartOf({ username: 'rossi', businessId: 3 })).toBe(5);
});

test('§8 what was read in the session is gone when the user is sent home', () => {
  queryClient.setQueryData(['patients'], ['somebody']);
  expireSession();
  vi.advanceTimersByTime(5000);
  expect(queryClient.getQueryData(['patients'])).toBeUndefined();
});

test('§8 who has signed in again within the 5 s stays', () => {
  expireSession();
  writeTokens({ accessToken: 'b', refreshToken: 's' });
  vi.advanceTimersByTime(5000);
  expect(visited).toEqual([]);
});
