import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Page, expect } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** Loading style sheets and media once more would serve a rule that is not run and one on sounds, which no page has. */
const ECONOMY: RunOptions = { resultTypes: ['violations'], preload: false };
const ALL_RULES: RunOptions = {
  ...ECONOMY,
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};

/** Those whose outcome the theme may change. */
const COLOUR_RULES: RunOptions = {
  ...ECONOMY,
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/** The list of an open choice cannot take the focus itself: the arrow keys of its field scroll it (dequelabs/axe-core#4914). */
const SCROLLED_BY_ITS_FIELD = { id: 'scrollable-region-focusable', where: '.rc-virtual-list-holder' };

/** What an open menu covers in part is pressed once the menu is closed, which a press beside it does. */
const OPEN_MENU = '.dropdown__list:not([hidden])';

declare global {
  interface Window {
    axe?: { run: (options: RunOptions) => Promise<AxeResults> };
  }
}

/** Half-faded colours have no contrast to speak of: waits until what fades or moves for a while has ended. */
export async function untilSettled(page: Page): Promise<void> {
  await expect(page.locator('.ant-btn-loading, .skeleton, main [aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(async () => {
    // What a change of style sets going is there with the second frame after it.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const passing = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map((animation) => animation.finished));
  });
}

/** Whether nobody has looked at the page since it was loaded. */
export function isNew(page: Page): Promise<boolean> {
  return page.evaluate(() => window.axe === undefined);
}

async function violationsOf(page: Page, rules: RunOptions) {
  const results = await page.evaluate((options) => window.axe?.run(options), rules);
  if (!results) throw new Error('axe has not run');
  const isMenuOpen = (await page.locator(OPEN_MENU).count()) > 0;
  return results.violations
    .flatMap(({ id, nodes }) => nodes.map((node) => ({ id, where: node.target.join(' '), why: node.failureSummary })))
    .filter(({ id, where }) => id !== SCROLLED_BY_ITS_FIELD.id || where !== SCROLLED_BY_ITS_FIELD.where)
    .filter(({ id, why }) => !isMenuOpen || id !== 'target-size' || !why?.includes('partially obscured'));
}

/**
 * Runs axe on the page as it stands and expects no violation of WCAG 2.2 AA (design §5).
 * @param only the rules of colours, where the page has passed the others in the other theme
 */
export async function expectAccessible(page: Page, only?: 'colours'): Promise<void> {
  await untilSettled(page);
  // Evaluated, not added as a script element, which the page's Content-Security-Policy would refuse.
  if (await isNew(page)) {
    await page.evaluate(await readFile(AXE, 'utf8'));
  }
  // What sticks to the window's foot covers what can be scrolled from under it; at the end of the page it covers nothing.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  expect(await violationsOf(page, only === 'colours' ? COLOUR_RULES : ALL_RULES)).toEqual([]);
}
