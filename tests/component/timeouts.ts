import { onTestFinished, vi } from 'vitest';

/** The pauses between the portal's questions are shorter, and every time limit of a call longer. */
const LONGEST_PAUSE_MS = 5000;
const HASTE = 100;

/** Shortens the portal's pauses between its questions for the rest of a test, as a clock that runs fast would. */
export function shortenPollingPauses(): void {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const hasty = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => timeout(ms < LONGEST_PAUSE_MS ? Math.ceil(ms / HASTE) : ms));
  onTestFinished(() => hasty.mockRestore());
}
