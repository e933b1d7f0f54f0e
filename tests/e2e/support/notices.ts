import { type Page, expect } from '@playwright/test';

declare global {
  interface Window {
    noteNotices: (text: string) => Promise<void>;
  }
}

const notices = new WeakMap<Page, string[]>();

/** Runs in the page: reports the content of the alerts' region whenever it changes. */
function watchRegion(): void {
  let told = '';
  new MutationObserver(() => {
    const region = document.querySelector('.alerts [role="region"]');
    const text = region?.textContent ?? '';
    if (text !== told && region?.checkVisibility() === true) void window.noteNotices(text);
    told = text;
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

/** Records all notices of a page from now on, because a success disappears after three seconds (§9). */
export async function noteNotices(page: Page): Promise<void> {
  const noted: string[] = [];
  notices.set(page, noted);
  await page.exposeFunction('noteNotices', (text: string) => void noted.push(text));
  await page.addInitScript(watchRegion);
}

/** Expects that a notice with this text is or was on the screen. */
export async function expectNotice(page: Page, text: string): Promise<void> {
  const noted = () => notices.get(page) ?? [];
  await expect.poll(noted, { message: `notice '${text}'` }).toContainEqual(expect.stringContaining(text));
}
