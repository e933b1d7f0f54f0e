import { type Page, expect, test } from '@playwright/test';
import { readdirSync } from 'node:fs';
import { isFull } from '#tests/extent.ts';
import { expectAccessible, isNew, untilSettled } from './accessibility.ts';
import { lastingMotions } from './motion.ts';
import {
  fillAsBrowsersDo,
  lettersWithoutKeys,
  mixedFigures,
  smallFields,
  tellingFields,
} from './figures-and-fields.ts';
import { overflowingElements } from './overflow.ts';
import { clippedTexts } from './text-fit.ts';

interface View {
  readonly width: number;
  readonly theme: 'light' | 'dark';
  readonly language: 'it' | 'en';
  readonly textSize: '100%' | '200%';
}

const NARROW = 320;
const WIDE = 1440;
const HEIGHT = 900;

/** The view of the page between two checks. */
const USUAL: View = { width: WIDE, theme: 'light', language: 'it', textSize: '100%' };
/** An additional view of the first screen. */
const OTHER_LANGUAGE_LARGE: View = { width: WIDE, theme: 'dark', language: 'en', textSize: '200%' };
/**
 * Two for a screen as it opens, wide and narrow and each in the other theme; one in turn for its states, and for a screen
 * whose kind was seen in two. The next screen has the two others.
 */
const EXTREMES: readonly View[] = [
  USUAL,
  { ...USUAL, width: NARROW, theme: 'dark' },
  { ...USUAL, theme: 'dark' },
  { ...USUAL, width: NARROW },
];

/** The views from a small phone to a large screen (design §5), for every state of a full run. */
const EVERY_VIEW: readonly View[] = (['it', 'en'] as const).flatMap((language) =>
  (['light', 'dark'] as const).flatMap((theme) => [
    ...[NARROW, 360, 768, WIDE, 2560].map((width) => ({ width, theme, language, textSize: '100%' }) as const),
    { width: 1280, theme, language, textSize: '200%' } as const,
  ]),
);

const NAMESPACES = readdirSync('public/locales/it').map((file) => file.replace('.json', ''));
/** A text key without a text appears on the page itself. */
const RAW_KEY = new RegExp(`\\b(${NAMESPACES.join('|')}):[a-z]\\w*(\\.\\w+)*`);

/** Amounts have the Italian format in either language (§9). */
const FOREIGN_AMOUNT = /€\s?\d|\d\.\d{1,2}\s?€/;

async function expectTranslated(page: Page): Promise<void> {
  const wrongTexts = async () => {
    const texts = await page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      while (walker.nextNode()) found.push(walker.currentNode.textContent ?? '');
      return found;
    });
    return texts.filter((text) => RAW_KEY.test(text) || FOREIGN_AMOUNT.test(text));
  };
  await expect.poll(wrongTexts).toEqual([]);
}

async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  await expect.poll(() => overflowingElements(page)).toEqual([]);
}

async function chooseTheme(page: Page, theme: View['theme']): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

/** A page outside the shell has no choice of language. Opening the menu of it would change what is looked at. */
async function chooseLanguage(page: Page, language: View['language']): Promise<void> {
  if ((await page.locator('html').getAttribute('lang')) === language) return;
  const choice = page.locator('select:has(option[value="en"])');
  if ((await choice.count()) === 0) return;
  await choice.selectOption(language, { force: true });
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** Replaces the browser's own setting, which a page cannot change. */
async function setTextSize(page: Page, size: View['textSize']): Promise<void> {
  await page.evaluate((percent) => (document.documentElement.style.fontSize = percent), size);
}

/** Changes the view of the page. */
async function change(page: Page, from: View, to: View): Promise<void> {
  await chooseLanguage(page, to.language);
  if (from.textSize !== to.textSize) {
    await setTextSize(page, to.textSize);
    // antd reads its sizes when the theme changes.
    if (from.theme === to.theme) await chooseTheme(page, to.theme === 'light' ? 'dark' : 'light');
  }
  await chooseTheme(page, to.theme);
  await page.setViewportSize({ width: to.width, height: HEIGHT });
}

async function inspect(page: Page, view: View): Promise<void> {
  await expectAccessible(page);
  await expectTranslated(page);
  await expectNoSidewaysScrolling(page);
  expect(await mixedFigures(page), 'figures that a translation may change or mix up').toEqual([]);
  expect(await tellingFields(page), 'fields whose text the browser tells or keeps').toEqual([]);
  expect(await lettersWithoutKeys(page), 'fields that take letters and offer none').toEqual([]);
  if (view.width === NARROW) expect(await smallFields(page), 'fields into which a phone zooms').toEqual([]);
  if (view.width === NARROW || view.textSize === '200%') await expect.poll(() => clippedTexts(page)).toEqual([]);
}

/**
 * Checks the page in each of these views (design §5).
 * @param from the current view
 * @returns the view afterwards
 */
async function checkViews(page: Page, from: View, views: readonly View[]): Promise<View> {
  const mayLackFocus = await isNew(page);
  await untilSettled(page);
  await expect.poll(() => lastingMotions(page), 'what moves for who asks for no motion').toEqual([]);
  let seen = from;
  for (const view of views) {
    await test.step(Object.values(view).join(' '), async () => {
      await change(page, seen, view);
      seen = view;
      await inspect(page, view);
    });
  }
  await fillAsBrowsersDo(page);
  if (!mayLackFocus) await expect(page.locator(':focus'), 'what has the focus').toBeAttached();
  return seen;
}

/** Checks screens in several views: widths, themes, text sizes. */
export interface ViewCheck {
  /** Checks the current state of the page and leaves it unchanged. */
  (state: string): Promise<void>;
  /** Checks screens as they open, one after the other. */
  through: (screens: readonly OpenScreen[]) => Promise<void>;
}

/** A screen and how to open it. */
export interface OpenScreen {
  readonly path: string;
  readonly open: () => Promise<void>;
  /** Whether a screen of the same kind is checked in more views. */
  readonly isOneOfMany: boolean;
}

/**
 * Prepares the page and returns its check.
 * @param at 'states' if other tests check the screens as they open
 */
export async function prepareViewCheck(page: Page, at: 'screens' | 'states' = 'screens'): Promise<ViewCheck> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: WIDE, height: HEIGHT });
  let lastPath = '';
  let turn = 0;
  const extremesInTurn = (count: 1 | 2) => {
    // Two begin with a wide one.
    const first = (turn % count === 0 ? turn : turn + 1) % EXTREMES.length;
    turn = first + count;
    return EXTREMES.slice(first, turn);
  };

  const checkState = (state: string) => {
    const path = new URL(page.url()).pathname;
    const usualViews = extremesInTurn(at === 'states' || path === lastPath ? 1 : 2);
    lastPath = path;
    return test.step(state, async () => {
      const seen = await checkViews(page, USUAL, isFull ? EVERY_VIEW : usualViews);
      await change(page, seen, USUAL);
    });
  };
  const through = async (screens: readonly OpenScreen[]) => {
    let seen = USUAL;
    for (const [index, { path, open, isOneOfMany }] of screens.entries()) {
      const besides = index === 0 ? [OTHER_LANGUAGE_LARGE] : [];
      const usualViews = [...besides, ...extremesInTurn(isOneOfMany ? 1 : 2)];
      const views = isFull ? EVERY_VIEW : usualViews;
      await test.step(path, async () => {
        await open();
        seen = await checkViews(page, seen, views);
      });
    }
    await change(page, seen, USUAL);
  };
  return Object.assign(checkState, { through });
}
