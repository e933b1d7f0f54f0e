import { onTestFinished, vi } from 'vitest';

/** The longest pause between the portal's questions, in ms. Every time limit of a call is longer. */
const LONGEST_PAUSE_MS = 5000;
const PAUSE_DIVISOR = 100;

function abortedAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
}

/**
 * Shortens the portal's pauses between questions for the rest of a test. Longer times follow the test's own clock, if
 * it has one.
 */
export function shortenPollingPauses(): void {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const hasty = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    if (ms < LONGEST_PAUSE_MS) return timeout(Math.ceil(ms / PAUSE_DIVISOR));
    return vi.isFakeTimers() ? abortedAfter(ms) : timeout(ms);
  });
  onTestFinished(() => hasty.mockRestore());
}
