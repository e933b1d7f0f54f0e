/**
 * The pause before the next attempt, in ms: twice as long after each failure, up to `longestMs`, and shorter by up to a
 * half, so that the pages of a region do not all ask a server at the moment when it comes back.
 * @param failures how many pauses there were before
 */
export function pauseAfter(failures: number, firstMs: number, longestMs: number): number {
  return Math.min(firstMs * 2 ** failures, longestMs) * (0.5 + Math.random() / 2);
}

/** Waits until the page is visible: nobody needs what a hidden page asks for. */
export function untilVisible(): Promise<void> {
  return new Promise((resolve) => {
    function look(): void {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    }
    document.addEventListener('visibilitychange', look);
    look();
  });
}
