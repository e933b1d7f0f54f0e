import { test as base } from '@playwright/test';
import { noteNotices } from './notices.ts';

/** Tests of the portal on the reference server. */
export const test = base.extend<{ failOnPageErrors: undefined }>({
  baseURL: process.env.REFERENCE_SERVER_URL,
  page: async ({ page }, use) => {
    await noteNotices(page);
    await use(page);
  },
  failOnPageErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      // Rendering errors are logged here. The browser logs failed responses too, which are no errors of the page.
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
          errors.push(message.text());
        }
      });
      await use(undefined);
      if (errors.length > 0) throw new Error(`errors on the page: ${errors.join('; ')}`);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
