import type { Page } from '@playwright/test';

/**
 * Signs in as a demonstration user: 'Accedi', then the user's entry on the page of the demonstration identity provider.
 * Ends on the portal, on the page that the user is sent to.
 */
export async function signIn(page: Page, username: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Accedi' }).click();
  await chooseIdentity(page, username);
}

/**
 * Runs in the page: whether the sign-on has come to its end. On the way the portal is at the home page for a moment,
 * still without a token.
 */
function hasReturned(): boolean {
  const { pathname } = window.location;
  if (/^\/(sign-on|redirect-url)/.test(pathname)) return false;
  return pathname === '/user-not-found' || sessionStorage.getItem('accessToken') !== null;
}

/** Chooses a demonstration user on the identity provider's page and waits for the return to the portal. */
export async function chooseIdentity(page: Page, username: string): Promise<void> {
  await page.getByRole('button', { name: username }).click();
  await page.waitForFunction(hasReturned);
}
