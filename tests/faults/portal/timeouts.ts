/** The portal's time limits, controlled by a test. */
export interface Timeouts {
  /** Ends the time limit of every request under way. */
  readonly end: () => void;
  /** Restores the portal's own time limits. */
  readonly restore: () => void;
}

declare global {
  interface Window {
    endTimeouts?: Timeouts['end'];
  }
}

/**
 * Replaces the clock of the portal's time limits, so that a lost answer costs no time; the portal's pauses between two
 * questions become shorter. Refers to nothing outside itself, because Playwright sends its source to the page, where
 * `window.endTimeouts` ends the time limits.
 */
export function holdTimeouts(): Timeouts {
  // In ms; a longer time is the limit of a request.
  const longestPause = 4000;
  const pauseDivisor = 200;
  const waiting = new Set<AbortController>();
  const original = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (ms) => {
    if (ms <= longestPause) return original(Math.ceil(ms / pauseDivisor));
    const wait = new AbortController();
    waiting.add(wait);
    return wait.signal;
  };
  const end = () => {
    for (const wait of waiting) wait.abort(new DOMException('', 'TimeoutError'));
    waiting.clear();
  };
  window.endTimeouts = end;
  return {
    end,
    restore: () => {
      AbortSignal.timeout = original;
    },
  };
}
