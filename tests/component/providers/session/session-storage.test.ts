import { afterEach, expect, test } from 'vitest';
import { takeDesiredLocation, writeDesiredLocation } from '#src/providers/session/desired-location.ts';
import { selectStore, selectedStoreId } from '#src/providers/session/selected-store.ts';
import {
  clearSessionStorage,
  isSignedIn,
  onTokensChange,
  readTokens,
  writeTokens,
} from '#src/providers/session/tokens.ts';
import { storedCart, ownCart } from '#src/providers/session/unfinished-cart.ts';

const pair = { accessToken: 'a', refreshToken: 'r' };

afterEach(() => clearSessionStorage());

test('§4 signed in while an access token is held in session storage', () => {
  expect(isSignedIn()).toBe(false);
  writeTokens(pair);
  expect(isSignedIn()).toBe(true);
  expect(readTokens()).toEqual(pair);
});

test('§4 who listens hears of a new pair, until it has enough', () => {
  let heard = 0;
  const stop = onTokensChange(() => (heard += 1));
  writeTokens(pair);
  stop();
  writeTokens(pair);
  expect(heard).toBe(1);
});

test('§2 the desired location is taken once', () => {
  writeDesiredLocation('/ricerca-assistiti?a=b');
  expect(takeDesiredLocation()).toBe('/ricerca-assistiti?a=b');
  expect(takeDesiredLocation()).toBeNull();
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', ''])(
  '§2 a desired location outside the portal is refused: %s',
  (path) => {
    sessionStorage.setItem('desiredLocation', JSON.stringify({ path }));
    expect(takeDesiredLocation()).toBeNull();
  },
);

test.each(['not json', '{}', 'null', '""'])('§3 a stored value that cannot be read is absent: %s', (stored) => {
  sessionStorage.setItem('unfinishedCart', stored);
  expect(storedCart.read()).toBeNull();
});

test.each([7, 'S-7'])('rules §1 the id of the chosen store is kept as it came: %s', (storeId) => {
  selectStore(storeId);
  expect(selectedStoreId()).toBe(storeId);
  selectStore(null);
  expect(selectedStoreId()).toBeNull();
});

test('rules §3 an unfinished cart is offered to the same user and business only', () => {
  storedCart.write({ cartId: 'C1', username: 'rossi', businessId: 3 });
  expect(ownCart({ username: 'rossi', businessId: 3 })).toBe('C1');
  expect(ownCart({ username: 'rossi', businessId: 4 })).toBeNull();
  expect(ownCart({ username: 'rossi' }), 'while the server does not tell the business').toBe('C1');
  expect(ownCart({ username: 'bianchi', businessId: 3 })).toBeNull();
});
