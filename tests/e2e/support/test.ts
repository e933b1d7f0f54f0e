import { test as base } from '@playwright/test';
import { noteNotices } from './notices.ts';

/** What a test of the portal on the reference server starts with. */
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
      // Rendering errors end here; the answers that a test provokes are noted by the browser itself and are no error.
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
