import { type Page, expect, test } from '@playwright/test';
import { readdirSync } from 'node:fs';
import { expectAccessible, isNew, untilSettled } from './accessibility.ts';
import { lastingMotions } from './motion.ts';
import { widerThanTheirPlace } from './overflow.ts';
import { misfitsOf } from './text-fit.ts';

/** From a small phone to a large screen (design §5). */
const NARROW = 320;
const WIDTHS = [NARROW, 360, 768, 1440, 2560];
const USUAL = { width: 1280, height: 900 };
const NAMESPACES = readdirSync('public/locales/it').map((file) => file.replace('.json', ''));
/** A key that has no text stands on the page itself. */
const RAW_KEY = new RegExp(`\\b(${NAMESPACES.join('|')}):[a-z]\\w*(\\.\\w+)*`);

/** Amounts stay in the Italian format in either language (§9). */
const FOREIGN_AMOUNT = /€\s?\d|\d\.\d{1,2}\s?€/;

async function expectTranslated(page: Page): Promise<void> {
  const texts = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) found.push(walker.currentNode.textContent ?? '');
    return found;
  });
  expect(texts.filter((text) => RAW_KEY.test(text) || FOREIGN_AMOUNT.test(text))).toEqual([]);
}

async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  await expect.poll(() => widerThanTheirPlace(page)).toEqual([]);
}

async function chooseTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

/** A page that stands outside the shell offers no choice of the language. */
async function chooseLanguage(page: Page, language: 'it' | 'en'): Promise<void> {
  const choice = page.locator('select:has(option[value="en"])');
  if ((await choice.count()) === 0) return;
  await choice.selectOption(language);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** In place of the browser's own setting, which no page can reach. */
async function setTextSize(page: Page, size: '100%' | '200%'): Promise<void> {
  await page.evaluate((percent) => (document.documentElement.style.fontSize = percent), size);
}

/**
 * Looks at the page as it stands, in Italian and light at every width, then in English and dark with texts twice as
 * large (design §5). Leaves it as it was. antd reads its measures when the theme changes, and so do we set them.
 */
async function look(page: Page): Promise<void> {
  const usual = page.viewportSize() ?? USUAL;
  const mayLackFocus = await isNew(page);
  await untilSettled(page);
  expect(await lastingMotions(page), 'what moves for who asks for no motion').toEqual([]);
  await expectTranslated(page);
  await expectAccessible(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await test.step(`${width} px`, () => expectNoSidewaysScrolling(page));
    if (width === NARROW) await expect.poll(() => misfitsOf(page), `texts at ${width} px`).toEqual([]);
  }
  await page.setViewportSize(usual);
  await chooseLanguage(page, 'en');
  await setTextSize(page, '200%');
  await chooseTheme(page, 'dark');
  await expectAccessible(page);
  await expectTranslated(page);
  await expectNoSidewaysScrolling(page);
  await expect.poll(() => misfitsOf(page), 'texts twice as large').toEqual([]);
  await setTextSize(page, '100%');
  await chooseTheme(page, 'light');
  await chooseLanguage(page, 'it');
  if (!mayLackFocus) await expect(page.locator(':focus'), 'what has the focus').toBeAttached();
}

/** One who looks at every stop of a visit. */
export type Look = (stop: string) => Promise<void>;

/** Prepares the page for a visit and answers who looks. */
export async function lookAt(page: Page): Promise<Look> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  return (stop) => test.step(stop, () => look(page));
}
