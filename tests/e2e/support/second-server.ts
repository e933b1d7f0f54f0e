import type { Page } from '@playwright/test';
import { type SecondServer, startSecondServer } from '#tests/second-server/second-server.ts';
import { test as base } from './test.ts';

/** Tests of the portal on the second server: the same bundle with another `/config.json`. */
export const test = base.extend<{ portalFolder: string; server: SecondServer }>({
  portalFolder: ['dist', { option: true }],
  server: async ({ portalFolder }, use) => {
    const server = await startSecondServer(portalFolder);
    await use(server);
    await server.close();
  },
  baseURL: async ({ server }, use) => use(server.portalUrl),
});

/** Signs in on the second server's own sign-on page, on the way to a protected screen. */
export async function signInToSecondServer(
  page: Page,
  server: SecondServer,
  path = '/ricerca-assistiti',
): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: server.signOnButton }).click();
  await page.waitForURL(`**${path}`);
}

export { expect } from './test.ts';
