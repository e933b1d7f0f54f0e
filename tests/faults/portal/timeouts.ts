import { vi } from 'vitest';

/** The portal's time limits, in the hand of a test. */
export interface Timeouts {
  /** Lets so much time pass for every request under way that its caller gives it up. */
  readonly end: () => void;
  /** Gives the portal its own clock back. */
  readonly restore: () => void;
}

/** Up to here it is a pause of the portal, in ms; a longer time is the limit of a request. */
const LONGEST_PAUSE_MS = 4000;
/** By how much the pauses are shortened. */
const HASTE = 200;

/**
 * Takes over the clock by which the portal gives up a request, so that silence takes no time and no speed matters; its
 * pauses between two questions are shortened.
 */
export function holdTimeouts(): Timeouts {
  const waiting = new Set<AbortController>();
  const ownTimeout = AbortSignal.timeout.bind(AbortSignal);
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    if (ms <= LONGEST_PAUSE_MS) return ownTimeout(Math.ceil(ms / HASTE));
    const wait = new AbortController();
    waiting.add(wait);
    return wait.signal;
  });
  return {
    end: () => {
      for (const wait of waiting) wait.abort(new DOMException('', 'TimeoutError'));
      waiting.clear();
    },
    restore: () => timeout.mockRestore(),
  };
}
