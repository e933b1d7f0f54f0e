import { test as base, expect } from '@playwright/test';
import { slowdown } from '#tests/extent.ts';
import { noteComplaints } from './complaints.ts';
import { noteNotices } from './notices.ts';

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
export const test = base.extend<{ failOnComplaints: undefined }>({
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
  failOnComplaints: [
    async ({ context, browserName }, use) => {
      const complaints = noteComplaints(context, browserName);
      await use(undefined);
      expect(complaints, 'what the page complains of').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
