import { type Page, expect, test } from '@playwright/test';
import { readdirSync } from 'node:fs';
import { isFull } from '#tests/extent.ts';
import { expectAccessible, isNew, untilSettled } from './accessibility.ts';
import { lastingMotions } from './motion.ts';
import { widerThanTheirPlace } from './overflow.ts';
import { misfitsOf } from './text-fit.ts';

interface View {
  readonly width: number;
  readonly theme: 'light' | 'dark';
  readonly language: 'it' | 'en';
  readonly textSize: '100%' | '200%';
}

const NARROW = 320;
const WIDE = 1440;
const USUAL = { width: 1280, height: 900 };

/** Of the states of a screen, in turn; the two differ in all that a state might not bear. */
const OF_A_STATE: readonly View[] = [
  { width: WIDE, theme: 'light', language: 'it', textSize: '100%' },
  { width: NARROW, theme: 'dark', language: 'it', textSize: '100%' },
];
/** Of every screen as it opens, with both of those. */
const OF_A_SCREEN: readonly View[] = [
  { width: NARROW, theme: 'light', language: 'it', textSize: '100%' },
  { width: WIDE, theme: 'dark', language: 'en', textSize: '200%' },
];

/** From a small phone to a large screen (design §5), of every state where there is time for it. */
const EVERY_VIEW: readonly View[] = (['it', 'en'] as const).flatMap((language) =>
  (['light', 'dark'] as const).flatMap((theme) => [
    ...[NARROW, 360, 768, WIDE, 2560].map((width) => ({ width, theme, language, textSize: '100%' }) as const),
    { width: USUAL.width, theme, language, textSize: '200%' } as const,
  ]),
);

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

async function chooseTheme(page: Page, theme: View['theme']): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

/** A page that stands outside the shell offers no choice of the language, and a narrow one not in sight. */
async function chooseLanguage(page: Page, language: View['language']): Promise<void> {
  if ((await page.locator('html').getAttribute('lang')) === language) return;
  const choice = page.locator('select:has(option[value="en"])');
  if ((await choice.count()) === 0) return;
  await choice.selectOption(language);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** In place of the browser's own setting, which no page can reach. */
async function setTextSize(page: Page, size: View['textSize']): Promise<void> {
  await page.evaluate((percent) => (document.documentElement.style.fontSize = percent), size);
}

type Size = typeof USUAL;

/** antd reads its measures when the theme changes: texts are larger before it. */
async function change(page: Page, { width, theme, language, textSize }: View, usual: Size): Promise<void> {
  await page.setViewportSize(usual);
  await chooseLanguage(page, language);
  await setTextSize(page, textSize);
  await chooseTheme(page, theme);
  await page.setViewportSize({ width, height: USUAL.height });
}

async function inspect(page: Page, { width, textSize }: View): Promise<void> {
  await expectAccessible(page);
  await expectTranslated(page);
  await expectNoSidewaysScrolling(page);
  if (width === NARROW || textSize === '200%') await expect.poll(() => misfitsOf(page)).toEqual([]);
}

/** Looks at the page in each of these views (design §5) and leaves it as it was. */
async function look(page: Page, views: readonly View[]): Promise<void> {
  const usual = page.viewportSize() ?? USUAL;
  const mayLackFocus = await isNew(page);
  await untilSettled(page);
  expect(await lastingMotions(page), 'what moves for who asks for no motion').toEqual([]);
  for (const view of views) {
    await test.step(Object.values(view).join(' '), async () => {
      await change(page, view, usual);
      await inspect(page, view);
    });
  }
  await change(page, { width: usual.width, theme: 'light', language: 'it', textSize: '100%' }, usual);
  if (!mayLackFocus) await expect(page.locator(':focus'), 'what has the focus').toBeAttached();
}

/** One who looks at every stop of a visit. */
export type Look = (stop: string) => Promise<void>;

/** Prepares the page for a visit and answers who looks. */
export async function lookAt(page: Page): Promise<Look> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  let lastPath = '';
  let turn = 0;
  return (stop) => {
    const path = new URL(page.url()).pathname;
    turn = (turn + 1) % OF_A_STATE.length;
    const usualViews = path === lastPath ? OF_A_STATE.slice(turn, turn + 1) : [...OF_A_STATE, ...OF_A_SCREEN];
    lastPath = path;
    return test.step(stop, () => look(page, isFull ? EVERY_VIEW : usualViews));
  };
}
