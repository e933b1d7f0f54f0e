import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkConnection, isOnline } from '#src/providers/api/connection.ts';
import { queryClient } from '#src/providers/query-client.ts';
import { usePortalAgainstServer } from '#tests/support/portal-against-server.ts';

// @vitest-environment jsdom

usePortalAgainstServer();

let isReachable = false;
/** When the server was asked, in ms. */
let pings: number[] = [];

function show(isVisible: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(!isVisible);
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  pings = [];
  isReachable = false;
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => {
    pings.push(performance.now());
    return isReachable ? Promise.resolve(new Response()) : Promise.reject(new TypeError('Failed to fetch'));
  });
});

afterEach(async () => {
  isReachable = true;
  show(true);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The pauses between the pings of an outage, in s. */
async function pausesOf(outageSeconds: number): Promise<number[]> {
  checkConnection();
  await vi.advanceTimersByTimeAsync(outageSeconds * 1000);
  return pings.slice(1).map((at, index) => (at - (pings[index] ?? 0)) / 1000);
}

test.each([
  ['the longest', 1, [3, 6, 12, 24, 30, 30]],
  ['the shortest', 0, [1.5, 3, 6, 12, 15, 15, 15, 15]],
])('design §5 offline: pings become rarer, with %s pauses of chance', async (_, random, pauses) => {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  const found = await pausesOf(106);
  expect(found.slice(0, pauses.length).map(Math.round)).toEqual(pauses.map(Math.round));
  expect(isOnline()).toBe(false);
});

test('design §5 offline: a hidden page asks nobody, and asks at once when somebody looks', async () => {
  show(false);
  checkConnection();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(pings).toHaveLength(0);
  show(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(pings).toHaveLength(1);
  show(false);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(pings).toHaveLength(1);
  isReachable = true;
  show(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(pings).toHaveLength(2);
  expect(isOnline()).toBe(true);
});

test.each([
  ['a visible page', true, 2],
  ['a hidden page', false, 1],
])('design §5 offline: when the network is back, what failed in %s is read again: %s', async (_, isVisible, reads) => {
  const queryFn = vi.fn(() => Promise.reject(new Error('lost')));
  queryClient.mount();
  const stop = new QueryObserver(queryClient, { queryKey: ['a'], queryFn }).subscribe(() => undefined);
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  await vi.advanceTimersByTimeAsync(0);
  show(isVisible);
  onLine.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(queryFn).toHaveBeenCalledTimes(reads);
  show(true);
  await vi.advanceTimersByTimeAsync(1000);
  expect(queryFn).toHaveBeenCalledTimes(2);
  stop();
  queryClient.unmount();
  queryClient.clear();
});
