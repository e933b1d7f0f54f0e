import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserStore, tabStore } from '#src/providers/session/storage.ts';
import { withRefreshLock } from '#src/providers/session/tab-sync.ts';

// @vitest-environment jsdom

function refuse(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError');
}

function fill(): never {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
}

/** A storage without room. */
const full: unknown = Object.create({
  getItem: () => null,
  setItem: fill,
  removeItem: () => undefined,
  clear: () => undefined,
});

beforeEach(() => {
  tabStore.clear();
  browserStore.clear();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each<[string, (() => unknown) | undefined, boolean]>([
  ['stores', undefined, true],
  ['refuses its storage', refuse, false],
  ['has no storage', () => null, false],
  ['has no room left', () => full, false],
])('§4 a page keeps its texts where the browser %s', (_, storage, isLasting) => {
  for (const [store, name] of [
    [tabStore, 'sessionStorage'],
    [browserStore, 'localStorage'],
  ] as const) {
    if (storage) vi.spyOn(window, name, 'get').mockImplementation(storage as () => Storage);
    expect(store.isLasting()).toBe(isLasting);
    expect(store.names()).toEqual([]);
    store.write('one', '1');
    store.write('two', '2');
    expect(store.read('one')).toBe('1');
    store.remove('one');
    expect(store.read('one')).toBeNull();
    expect(store.names()).toEqual(['two']);
    store.clear();
    expect(store.names()).toEqual([]);
  }
});

test('§4 a text that found no room does not hide behind the older one, nor after it', () => {
  tabStore.write('one', 'old');
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(fill);
  tabStore.write('one', 'new');
  expect(tabStore.read('one')).toBe('new');
  setItem.mockRestore();
  tabStore.write('one', 'newest');
  expect([tabStore.read('one'), sessionStorage.getItem('one')]).toEqual(['newest', 'newest']);
});

test.each<[string, unknown]>([
  ['refuses its locks', { request: () => Promise.reject(new DOMException('Denied', 'SecurityError')) }],
  ['throws at them', { request: refuse }],
])(
  'rules §3 a browser that %s refreshes without one, once, and the failure of a refresh is its own',
  async (_, locks) => {
    vi.stubGlobal('navigator', { locks });
    await expect(withRefreshLock(() => Promise.resolve('refreshed'))).resolves.toBe('refreshed');
    const lost = vi.fn(() => Promise.reject(new Error('lost')));
    await expect(withRefreshLock(lost)).rejects.toThrow('lost');
    expect(lost).toHaveBeenCalledOnce();
  },
);
