/** What the page notes of itself while it is measured. */
interface Bench {
  longestTask: number;
  longestFrame: number;
}

declare global {
  interface Window {
    bench: Bench;
  }
}

/**
 * Notes, in the page, the longest task and the longest time between two frames, both in ms.
 */
export function watchPage(): void {
  window.bench = { longestTask: 0, longestFrame: 0 };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      window.bench.longestTask = Math.max(window.bench.longestTask, duration);
    }
  }).observe({ type: 'longtask' });
  // A method, because tsx wraps every other named function in a helper that the page does not have.
  const frames = {
    last: performance.now(),
    note() {
      const now = performance.now();
      window.bench.longestFrame = Math.max(window.bench.longestFrame, now - this.last);
      this.last = now;
      requestAnimationFrame(() => this.note());
    },
  };
  frames.note();
}

/** Clicks an element and waits until what came of it has been drawn. Answers how long that took, in ms. */
export async function clickUntilDrawn(element: HTMLElement): Promise<number> {
  const start = performance.now();
  element.click();
  await new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
  });
  return performance.now() - start;
}

/** Scrolls an element from its top to its end in so many frames. */
export async function scrollToEnd(element: HTMLElement, frames: number): Promise<void> {
  for (let frame = 1; frame <= frames; frame += 1) {
    element.scrollTop = (element.scrollHeight * frame) / frames;
    await new Promise(requestAnimationFrame);
  }
}
