/**
 * The pause before the next attempt, in ms: twice as long after each failure, up to `longestMs`, and shorter by up to a
 * half, so that the pages of a region do not all ask a server at the moment when it comes back.
 * @param failures how many pauses there were before
 */
export function pauseAfter(failures: number, firstMs: number, longestMs: number): number {
  return Math.min(firstMs * 2 ** failures, longestMs) * (0.5 + Math.random() / 2);
}

/** Waits some ms, or until the signal aborts. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  if (ms === 0 || signal?.aborted) return;
  await new Promise<void>((resolve) => {
    function end(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    }
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
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

/** Lets the page render and handle input. Unlike a timer it is not slowed down in a background tab. */
export function yieldToMain(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
