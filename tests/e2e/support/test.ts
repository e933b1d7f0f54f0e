import { test as base } from '@playwright/test';
import { slowdown } from '#tests/extent.ts';
import { noteNotices } from './notices.ts';

/** What a browser logs besides the errors of the page: failed responses, and what its viewer of PDFs does. */
const NO_ERROR = /^Failed to load resource|“style-src resource:”/;

/**
 * Runs in the page: inserts a text as typing does. Playwright sets a field's value in Firefox, which React takes for a
 * value of its own and does not notice.
 */
function insertAsTyped(): void {
  Object.defineProperty(window, '__pw_bidiInsertText', {
    get: () => (text: string) => {
      const field = document.activeElement;
      if (!(field instanceof HTMLInputElement)) return;
      const { value, selectionStart, selectionEnd } = field;
      const kept =
        selectionStart === null ? ['', ''] : [value.slice(0, selectionStart), value.slice(selectionEnd ?? 0)];
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, kept.join(text));
      field.dispatchEvent(new InputEvent('input', { data: text, bubbles: true }));
    },
    set: () => undefined,
  });
}

/** Tests of the portal on the reference server of their browser. */
export const test = base.extend<{ failOnPageErrors: undefined }>({
  baseURL: ({ browserName }, use) =>
    use(browserName === 'firefox' ? process.env.FIREFOX_SERVER_URL : process.env.REFERENCE_SERVER_URL),
  context: async ({ context, browserName }, use) => {
    if (browserName === 'firefox') await context.addInitScript(insertAsTyped);
    await use(context);
  },
  page: async ({ page, context, browserName }, use) => {
    if (slowdown !== undefined && browserName === 'chromium') {
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    }
    await noteNotices(page);
    await use(page);
  },
  failOnPageErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      const note = (text: string) => {
        if (!NO_ERROR.test(text)) errors.push(text);
      };
      page.on('pageerror', (error) => note(error.message));
      // Rendering errors are logged here.
      page.on('console', (message) => {
        if (message.type() === 'error') note(message.text());
      });
      await use(undefined);
      if (errors.length > 0) throw new Error(`errors on the page: ${errors.join('; ')}`);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
