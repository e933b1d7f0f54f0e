import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Page, expect } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};

/** The list of an open choice cannot take the focus itself: the arrow keys of its field scroll it. */
const SCROLLED_BY_ITS_FIELD = { id: 'scrollable-region-focusable', where: '.rc-virtual-list-holder' };

declare global {
  interface Window {
    axe: { run: (options: RunOptions) => Promise<AxeResults> };
  }
}

/** Half-faded colours have no contrast to speak of: waits until what fades or moves for a while has ended. */
async function untilSettled(page: Page): Promise<void> {
  await expect(page.locator('.ant-btn-loading')).toHaveCount(0);
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map((animation) => animation.finished));
  });
}

/** Runs axe on the page as it stands and expects no violation of WCAG 2.2 AA (design §5). */
export async function expectAccessible(page: Page): Promise<void> {
  await untilSettled(page);
  // Evaluated, not added as a script element, which the page's Content-Security-Policy would refuse.
  await page.evaluate(await readFile(AXE, 'utf8'));
  const { violations } = await page.evaluate((options) => window.axe.run(options), RULES);
  const found = violations
    .flatMap(({ id, nodes }) => nodes.map((node) => ({ id, where: node.target.join(' '), why: node.failureSummary })))
    .filter(({ id, where }) => id !== SCROLLED_BY_ITS_FIELD.id || where !== SCROLLED_BY_ITS_FIELD.where);
  expect(found).toEqual([]);
}

/** Expects that the page is no wider than the window, at 320 px above all (design §5). */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(excess).toBeLessThanOrEqual(0);
}
