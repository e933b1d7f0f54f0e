import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useRomeDay } from '#src/pages/home/figures.ts';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-10-24T23:59:30+02:00') }));
afterEach(() => vi.useRealTimers());

test('design §3 today: it changes at midnight in Rome, also on the day of 25 hours, and no timer stays behind', () => {
  const { result, unmount } = renderHook(useRomeDay);
  expect(result.current).toBe('2026-10-24');
  act(() => void vi.advanceTimersByTime(31_000));
  expect(result.current).toBe('2026-10-25');
  act(() => void vi.advanceTimersByTime(24 * 3_600_000));
  expect(result.current).toBe('2026-10-25');
  act(() => void vi.advanceTimersByTime(3_600_000));
  expect(result.current).toBe('2026-10-26');
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  ['visibilitychange', () => document],
  ['focus', () => window],
])('design §3 today: a page that slept over midnight knows the day at %s', (event, target) => {
  const { result } = renderHook(useRomeDay);
  vi.setSystemTime(new Date('2026-10-25T08:00:00+01:00'));
  act(() => void target().dispatchEvent(new Event(event)));
  expect(result.current).toBe('2026-10-25');
});
