import { type Locator, type Page, test as base, expect } from '@playwright/test';
import { chooseIdentity } from '#tests/browser/sign-in.ts';
import { untilShown } from './clock.ts';
import { noteComplaints } from './complaints.ts';
import { people } from './people.ts';
import { intercept } from './intercept.ts';

interface WorkerFixtures {
  /** One page for all tests of a file. Its user is signed in once, and the tests control its clock. */
  readonly sharedPage: Page;
}

/** The clock jumps ahead by this time, in ms, so that earlier alerts disappear. */
const JUMP_MS = 20_000;
const SLACK_MS = 200;
/** In ms: much longer than any notice stays, but short enough that the tests of a file do not end the session. */
const LONG_MS = 2 * 60_000;

/** What the page has complained of in the current test. */
let complaints: string[] = [];

/** Tests that use one page one after the other. The user has one store. */
export const test = base.extend<object, WorkerFixtures>({
  sharedPage: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ baseURL: process.env.REFERENCE_SERVER_URL ?? '', locale: 'it-IT' });
      complaints = noteComplaints(context, 'chromium');
      const page = await context.newPage();
      // Real printing may crash the browser, which has no printer.
      await page.addInitScript(() => {
        window.print = () => undefined;
      });
      await page.clock.install();
      await page.goto('/ricerca-assistiti');
      await chooseIdentity(page, people.pharmacist);
      await expect(page.getByRole('banner')).toContainText(people.pharmacist);
      await use(page);
      await context.close();
    },
    { scope: 'worker' },
  ],
});

test.afterEach(async ({ sharedPage }) => {
  await sharedPage.unrouteAll({ behavior: 'wait' });
  expect(complaints.splice(0), 'what the page complains of').toEqual([]);
});

/** Answers every request to a path from now on. */
export async function answer(page: Page, path: string, status: number, json: object): Promise<void> {
  await intercept(page, `**/api/v1/${path}`, (route) => route.fulfill({ status, json }));
}

/** The body of an error response. */
export function failure(description: string, code: number | string = 1): object {
  return { error: { code, description }, status: { trace: `trace-of-${description}` } };
}

/** The alerts and notices on the screen. */
export function alerts(page: Page): Locator {
  return page.getByRole('region', { name: 'Avvisi' }).locator('.alert');
}

/** Stops the clock of the page during the work. */
async function withClockStopped(page: Page, work: () => Promise<void>): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + JUMP_MS);
  await work();
  await page.clock.resume();
}

/** Expects that an alert appears, stays for this time in ms, and then disappears. */
export async function expectShownFor(
  page: Page,
  provoke: () => Promise<void>,
  text: string | RegExp,
  ms: number,
): Promise<void> {
  const alert = alerts(page).filter({ hasText: text });
  await withClockStopped(page, async () => {
    await provoke();
    await untilShown(page, alert);
    await page.clock.runFor(ms - SLACK_MS);
    await expect(alert).toBeVisible();
    await page.clock.runFor(2 * SLACK_MS);
    await expect(alert).toHaveCount(0);
  });
}

/** Expects that an alert appears, stays for a long time, and disappears when it is dismissed. */
export async function expectShownUntilDismissed(
  page: Page,
  provoke: () => Promise<void>,
  text: string | RegExp,
): Promise<void> {
  const alert = alerts(page).filter({ hasText: text });
  await provoke();
  await expect(alert).toBeVisible();
  await page.clock.fastForward(LONG_MS);
  await expect(alert).toBeVisible();
  await alert.getByRole('button', { name: 'Chiudi avviso' }).click();
  await expect(alert).toHaveCount(0);
}

export { expect } from '@playwright/test';
