import { type Page, type Request, expect } from '@playwright/test';

/** Longer than any delay after which a page loads something for later, in ms of its own timers. */
const QUIET_MS = 500;

/**
 * Counts the requests of a page from now on.
 * @returns waits until all are answered and, while the page's timers run, it makes no new one
 */
export function watchTraffic(page: Page): () => Promise<void> {
  const running = new Set<Request>();
  let made = 0;
  page.on('request', (request) => {
    made += 1;
    running.add(request);
  });
  page.on('requestfinished', (request) => running.delete(request));
  page.on('requestfailed', (request) => running.delete(request));
  const isQuiet = async () => {
    const before = made;
    await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), QUIET_MS);
    return made === before && running.size === 0;
  };
  return () => expect.poll(isQuiet, { message: 'the page loads nothing more', intervals: [0] }).toBe(true);
}
