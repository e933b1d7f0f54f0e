import type { Page } from '@playwright/test';

declare global {
  interface Window {
    endTimeouts?: () => void;
  }
}

/** Runs in the page, before the portal: as `holdTimeouts` does for a portal in Node. */
function takeOverTimeouts(): void {
  const longestPause = 4000;
  const haste = 100;
  const waiting = new Set<AbortController>();
  const ownTimeout = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (ms) => {
    if (ms <= longestPause) return ownTimeout(Math.ceil(ms / haste));
    const wait = new AbortController();
    waiting.add(wait);
    return wait.signal;
  };
  window.endTimeouts = () => {
    for (const wait of waiting) wait.abort(new DOMException('', 'TimeoutError'));
    waiting.clear();
  };
}

/** Takes the clock of the page's timeouts into the test's hand, so that silence takes no time. */
export async function holdTimeoutsOfPage(page: Page): Promise<void> {
  await page.addInitScript(takeOverTimeouts);
}

/** Lets so much time pass for every request under way that the portal gives it up. */
export async function endTimeouts(page: Page): Promise<void> {
  // A page that is just going has no patience left to end.
  await page.evaluate(() => window.endTimeouts?.()).catch(() => undefined);
}
