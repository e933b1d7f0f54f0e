import { onTestFinished, vi } from 'vitest';

/** The pauses between the portal's questions are shorter, and every time limit of a call longer. */
const LONGEST_PAUSE_MS = 5000;
const HASTE = 100;

function abortedAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
}

/**
 * Shortens the portal's pauses between its questions for the rest of a test, as a clock that runs fast would. Longer
 * times follow the test's own clock, where it has one.
 */
export function shortenPollingPauses(): void {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const hasty = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    if (ms < LONGEST_PAUSE_MS) return timeout(Math.ceil(ms / HASTE));
    return vi.isFakeTimers() ? abortedAfter(ms) : timeout(ms);
  });
  onTestFinished(() => hasty.mockRestore());
}
