import { type APIRequestContext, type Browser, expect } from '@playwright/test';
import { signIn } from '#tests/browser/sign-in.ts';
import { account } from './page-parts.ts';
import { type Ask, type Sale, apiOf, sell } from './api.ts';

async function apiOfUser(browser: Browser, api: APIRequestContext, username: string): Promise<Ask> {
  const context = await browser.newContext({ baseURL: process.env.REFERENCE_SERVER_URL ?? '' });
  const page = await context.newPage();
  await page.goto('/');
  await signIn(page, username);
  await expect(account(page)).toBeVisible();
  const ask = await apiOf(page, api);
  await context.close();
  return ask;
}

/**
 * Sells to a patient in another shop by the API, while the screen of the first shop stays unchanged.
 * @param sale with the user who sells in the other shop
 */
export async function sellElsewhere(
  browser: Browser,
  api: APIRequestContext,
  { username, ...sale }: Sale & { readonly username: string },
): Promise<void> {
  await sell(await apiOfUser(browser, api, username), sale);
}
