import { type Locator, type Page, expect } from '@playwright/test';

const MINUTE_MS = 60_000;
/** The step of a stopped clock, in ms. */
const STEP_MS = 20;

/**
 * Stops the clock of the page a minute ahead. From now on only `page.clock` moves it, so a slow machine does not
 * matter.
 */
export async function stopClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + MINUTE_MS);
}

/** Advances the stopped clock until the element is visible. */
export async function untilShown(page: Page, shown: Locator): Promise<void> {
  const look = async () => {
    await page.clock.runFor(STEP_MS);
    return shown.isVisible();
  };
  await expect.poll(look).toBe(true);
}
