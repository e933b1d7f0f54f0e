import type { Page } from '@playwright/test';
import { type SecondServer, startSecondServer } from '#tests/second-server/second-server.ts';
import { test as base } from './test.ts';

/** A test of the portal on the second server: the same bundle, another `/config.json`. */
export const test = base.extend<{ portalFolder: string; server: SecondServer }>({
  portalFolder: ['dist', { option: true }],
  server: async ({ portalFolder }, use) => {
    const server = await startSecondServer(portalFolder);
    await use(server);
    await server.close();
  },
  baseURL: async ({ server }, use) => use(server.portalUrl),
});

/** Signs in by the second server's own sign-on page, on the way to the patient search. */
export async function signInToSecondServer(page: Page, server: SecondServer): Promise<void> {
  await page.goto('/ricerca-assistiti');
  await page.getByRole('button', { name: server.signOnButton }).click();
  await page.waitForURL('**/ricerca-assistiti');
}

export { expect } from './test.ts';
