import type { Page } from '@playwright/test';
import { chooseIdentity } from '#tests/browser/sign-in.ts';
import { people } from './support/people.ts';
import { expect, test } from './support/test.ts';

const REFRESH = '/api/v1/auth/token';

function heldToken(page: Page): Promise<string | null> {
  return page.evaluate(() => sessionStorage.getItem('accessToken'));
}

async function signInOnSearch(page: Page): Promise<void> {
  await page.goto('/ricerca-assistiti');
  await chooseIdentity(page, people.grocer);
  await expect(page.getByRole('banner')).toContainText(people.grocer);
}

test('decisions §3 two tabs of one browser refresh their pair once between them', async ({ page, context }) => {
  await signInOnSearch(page);
  const opened = context.waitForEvent('page');
  await page.evaluate(() => window.open(window.location.href));
  const other = await opened;
  await expect(other.getByRole('banner')).toContainText(people.grocer);
  const old = await heldToken(page);
  expect(await heldToken(other)).toBe(old);

  const refreshes: string[] = [];
  await context.route('**/api/v1/**', (route) => {
    const request = route.request();
    if (request.url().endsWith(REFRESH)) refreshes.push(request.url());
    const isOld = request.headers().authorization === `Bearer ${JSON.parse(old ?? '""') as string}`;
    return isOld ? route.fulfill({ status: 403, json: {} }) : route.continue();
  });
  await Promise.all([page.reload(), other.reload()]);
  await expect(page.getByRole('banner')).toContainText(people.grocer);
  await expect(other.getByRole('banner')).toContainText(people.grocer);
  await expect.poll(async () => (await heldToken(page)) === (await heldToken(other))).toBe(true);
  expect(await heldToken(page)).not.toBe(old);
  expect(refreshes).toHaveLength(1);
});

test('§8 session expiry: the alert, session storage cleared, home after 5 s', async ({ page }) => {
  await signInOnSearch(page);
  await page.route('**/api/v1/**', (route) => route.fulfill({ status: 403, json: {} }));
  await page.reload();
  await expect(page.getByText('La sessione è scaduta, accedi di nuovo')).toHaveCount(1);
  expect(await heldToken(page)).toBeNull();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('La sessione è scaduta, accedi di nuovo')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Accedi' })).toBeVisible();
});
