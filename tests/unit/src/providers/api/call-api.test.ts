import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readCart } from '#contract/calls/carts.ts';
import { callApi } from '#src/providers/api/call-api.ts';
import { cancelLongLoads } from '#src/providers/loading/loading-store.ts';
import { currentAlerts } from '#src/providers/notifications/alert-store.ts';

// @vitest-environment jsdom

/** The chunk of the HTTP client never arrives. */
vi.mock('#src/providers/api/http-client.ts', () => new Promise(() => undefined));

const CART = { params: { cartId: 1 } };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.catch((error: unknown) => error);
}

test('design §5 a wait for the client’s own code may be given up too; its end is no news then', async () => {
  const read = failureOf(callApi(readCart, CART));
  await vi.advanceTimersByTimeAsync(5000);
  cancelLongLoads();
  await expect(read).resolves.toMatchObject({ description: 'CANCELLED', shown: true });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(currentAlerts()).toEqual([]);
});

test('design §5 what shows its progress is given up there, not with the other long waits', async () => {
  const left = new AbortController();
  const read = failureOf(callApi(readCart, CART, { signal: left.signal, onProgress: () => undefined }));
  await vi.advanceTimersByTimeAsync(5000);
  cancelLongLoads();
  left.abort();
  await expect(read).resolves.toMatchObject({ name: 'AbortError' });
  await vi.advanceTimersByTimeAsync(120_000);
});

test('design §2 a request that its caller cancels is silent, though the client’s code has not come', async () => {
  const left = new AbortController();
  const gone = AbortSignal.abort();
  const reads = [left.signal, gone].map((signal) => failureOf(callApi(readCart, CART, { signal })));
  const unseen = failureOf(callApi(readCart, CART, { signal: left.signal, background: true }));
  left.abort();
  for (const read of [...reads, unseen]) await expect(read).resolves.toMatchObject({ name: 'AbortError' });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(currentAlerts()).toEqual([]);
});

test('§8 chunk load: the client’s code that does not come is an unexpected failure', async () => {
  const read = failureOf(callApi(readCart, CART));
  await vi.advanceTimersByTimeAsync(120_000);
  await expect(read).resolves.toMatchObject({ description: 'GENERIC', shown: true });
  expect(currentAlerts()).toHaveLength(1);
});
