import { type Page, expect } from '@playwright/test';

const PROBE = '/is-it-intercepted';
const NO_CONTENT = 204;

/**
 * Calls `page.route` and returns once it has an effect: on an open page, Chromium at first sends requests past a new
 * route.
 */
export async function intercept(page: Page, ...route: Parameters<Page['route']>): Promise<void> {
  await page.route(...route);
  if (page.url() === 'about:blank') return;
  await page.route(PROBE, (probe) => probe.fulfill({ status: NO_CONTENT }));
  await expect
    .poll(() => page.evaluate((url) => fetch(url).then(({ status }) => status), PROBE), { intervals: [20] })
    .toBe(NO_CONTENT);
}
