import { type Locator, type Page, expect } from '@playwright/test';

const MINUTE_MS = 60_000;
/** How finely a stopped clock is moved, in ms. */
const STEP_MS = 20;

/**
 * Stops the clock of the page, a minute later than it is: from now on only `page.clock` moves it, however slow the
 * machine is.
 */
export async function stopClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + MINUTE_MS);
}

/** Moves the stopped clock of the page until this is on the screen. */
export async function untilShown(page: Page, shown: Locator): Promise<void> {
  const look = async () => {
    await page.clock.runFor(STEP_MS);
    return shown.isVisible();
  };
  await expect.poll(look).toBe(true);
}
