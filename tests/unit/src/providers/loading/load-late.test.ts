import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FinalError, LoadError, loadLate } from '#src/providers/loading/load-late.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('§8 chunk load: what fails twice is there at the third attempt', async () => {
  const load = vi
    .fn()
    .mockRejectedValueOnce(new Error('1'))
    .mockRejectedValueOnce(new Error('2'))
    .mockResolvedValue('x');
  const outcome = loadLate(load);
  await vi.advanceTimersByTimeAsync(2500);
  await expect(outcome).resolves.toBe('x');
  expect(load).toHaveBeenCalledTimes(3);
});

test('§8 chunk load: what fails three times is a load error', async () => {
  const load = vi.fn(() => Promise.reject(new Error('no such chunk')));
  const outcome = loadLate(load).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(2500);
  await expect(outcome).resolves.toBeInstanceOf(LoadError);
  await expect(outcome).resolves.toMatchObject({ detail: 'no such chunk' });
  expect(load).toHaveBeenCalledTimes(3);
});

test('§8 chunk load: waits 120 s and no longer', async () => {
  const ended = vi.fn();
  const outcome = loadLate(() => new Promise(() => undefined)).catch(ended);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await outcome;
  expect(ended).toHaveBeenCalledWith(expect.any(LoadError));
});

test('§8 chunk load: what can only fail again is not asked for again', async () => {
  const load = vi.fn(() => Promise.reject(new FinalError('/config.json: 404')));
  await expect(loadLate(load)).rejects.toMatchObject({ detail: '/config.json: 404' });
  expect(load).toHaveBeenCalledTimes(1);
});
