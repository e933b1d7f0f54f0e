import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Page, expect } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/**
 * Loading style sheets and media again would serve only a rule that is not run, and one about sounds, which no page
 * has.
 */
const RULES: RunOptions = {
  resultTypes: ['violations'],
  preload: false,
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};

/**
 * The list of an open select cannot take the focus: the arrow keys of its field scroll it (dequelabs/axe-core#4914).
 */
const SCROLLED_BY_ITS_FIELD = { id: 'scrollable-region-focusable', where: '.rc-virtual-list-holder' };

/** A click beside an open menu closes it, so that what it covers can be clicked. */
const OPEN_MENU = '.dropdown__list:not([hidden])';

declare global {
  interface Window {
    axe?: { run: (options: RunOptions) => Promise<AxeResults> };
  }
}

/** Waits until finite animations have ended: half-faded colours fail the contrast rules. */
export async function untilSettled(page: Page): Promise<void> {
  await expect(page.locator('.ant-btn-loading, .skeleton, main [aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(async () => {
    // A style change is visible after two frames.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const passing = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map((animation) => animation.finished));
  });
}

/** Whether no check has run on the page since it was loaded. */
export function isNew(page: Page): Promise<boolean> {
  return page.evaluate(() => window.axe === undefined);
}

async function violationsOf(page: Page) {
  const results = await page.evaluate((options) => window.axe?.run(options), RULES);
  if (!results) throw new Error('axe has not run');
  const isMenuOpen = (await page.locator(OPEN_MENU).count()) > 0;
  return results.violations
    .flatMap(({ id, nodes }) => nodes.map((node) => ({ id, where: node.target.join(' '), why: node.failureSummary })))
    .filter(({ id, where }) => id !== SCROLLED_BY_ITS_FIELD.id || where !== SCROLLED_BY_ITS_FIELD.where)
    .filter(({ id, why }) => !isMenuOpen || id !== 'target-size' || !why?.includes('partially obscured'));
}

/** Runs axe on the current page and expects no violation of WCAG 2.2 AA (design §5). */
export async function expectAccessible(page: Page): Promise<void> {
  await untilSettled(page);
  // The page's Content-Security-Policy would refuse a script element, so the source is evaluated.
  if (await isNew(page)) {
    await page.evaluate(await readFile(AXE, 'utf8'));
  }
  // A sticky footer covers what can be scrolled from under it. At the end of the page it covers nothing.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect.poll(() => violationsOf(page)).toEqual([]);
}
