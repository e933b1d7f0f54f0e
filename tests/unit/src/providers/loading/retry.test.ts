// @vitest-environment jsdom
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { FinalError } from '#src/providers/api/files.ts';
import { LoadError, retry } from '#src/providers/loading/retry.ts';

const network = setupServer();

beforeAll(() => network.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  network.resetHandlers();
  document.body.replaceChildren();
});
afterAll(() => network.close());

const failing = () => vi.fn<() => Promise<string>>().mockRejectedValue(new Error('no such chunk'));

test('§8 chunk load: what fails is asked for again, and there once it comes', async () => {
  const load = failing();
  for (const attempt of ['1', '2']) load.mockRejectedValueOnce(new Error(attempt));
  load.mockResolvedValueOnce('x');
  const outcome = retry(load);
  await vi.advanceTimersByTimeAsync(1500);
  await expect(outcome).resolves.toBe('x');
  expect(load).toHaveBeenCalledTimes(3);
});

test('§8 chunk load: what goes on failing is a load error once 120 s are over, and not before', async () => {
  const load = failing();
  const ended = vi.fn();
  const outcome = retry(load).catch(ended);
  await vi.advanceTimersByTimeAsync(105_000);
  expect(load.mock.calls.length).toBeGreaterThan(10);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(15_000);
  await outcome;
  expect(ended).toHaveBeenCalledWith(expect.objectContaining({ name: 'LoadError', detail: 'no such chunk' }));
});

test('§8 chunk load: an import that fails though its file is there fails for good, so the reload is offered at once', async () => {
  let status = 503;
  network.use(http.get('http://localhost:3000/assets/billing.js', () => new HttpResponse(null, { status })));
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValue(
      new TypeError('error loading dynamically imported module: http://localhost:3000/assets/billing.js'),
    );
  const ended = vi.fn();
  const outcome = retry(load).catch(ended);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ended, 'while the file is not there').not.toHaveBeenCalled();
  status = 200;
  await vi.advanceTimersByTimeAsync(10_000);
  await outcome;
  expect(ended).toHaveBeenCalledWith(expect.any(LoadError));
});

test('§8 chunk load: a browser that imports again goes on, though the file of the part itself is there', async () => {
  network.use(http.get('http://localhost:3000/assets/billing.js', () => new HttpResponse(null)));
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValue(
      new TypeError('Failed to fetch dynamically imported module: http://localhost:3000/assets/billing.js'),
    );
  const ended = vi.fn();
  const outcome = retry(load).catch(ended);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ended).not.toHaveBeenCalled();
  load.mockResolvedValue('x');
  await vi.advanceTimersByTimeAsync(10_000);
  await expect(outcome).resolves.toBe('x');
});

test('§8 chunk load: waits 120 s and no longer', async () => {
  const ended = vi.fn();
  const outcome = retry(() => new Promise(() => undefined)).catch(ended);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await outcome;
  expect(ended).toHaveBeenCalledWith(expect.any(LoadError));
});

test('§8 chunk load: what can only fail again, or has no connection, is not asked for again', async () => {
  const load = vi.fn(() => Promise.reject(new FinalError('/config.json: 404')));
  await expect(retry(load)).rejects.toMatchObject({ detail: '/config.json: 404' });
  expect(load).toHaveBeenCalledTimes(1);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const cut = failing();
  await expect(retry(cut)).rejects.toBeInstanceOf(LoadError);
  expect(cut).toHaveBeenCalledTimes(1);
});

test('§8 chunk load: of a version that is no longer deployed nothing is asked for again', async () => {
  const script = document.createElement('script');
  script.type = 'module';
  script.setAttribute('src', '/assets/index-old.js');
  document.body.append(script);
  const pages = ['<script src="/assets/index-old.js"></script>', '<script src="/assets/index-new.js"></script>'];
  network.use(http.get('/', () => HttpResponse.html(pages.shift())));
  const load = failing();
  const outcome = retry(load).catch((error: unknown) => error);
  await vi.waitFor(() => expect(pages).toHaveLength(1), { timeout: 60_000 });
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), { timeout: 60_000 });
  await vi.advanceTimersByTimeAsync(500);
  await expect(outcome).resolves.toBeInstanceOf(LoadError);
  expect(load).toHaveBeenCalledTimes(2);
});
