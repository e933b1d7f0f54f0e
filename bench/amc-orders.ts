import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Page, chromium } from '@playwright/test';
import { findChromium } from '#tests/browser/find-chromium.ts';
import { launchOptionsOf } from '#tests/browser/launch-options.ts';
import { filterSearch } from '#tests/support/filter-address.ts';
import { median, spread, verdict } from './figures.ts';
import { clickUntilDrawn, scrollToEnd } from './in-page.ts';
import { type MeasuredPage, NO_LIMIT, newVisitor, openMeasured } from './measured-page.ts';
import { servePortal } from './serve-portal.ts';

const USAGE = `Measures the screen "Ordini AMC" of the built portal in a real browser, with very many purchases.

npm run build && npm run bench:amc-orders [-- --count 100000 --dist dist]
`;

/** In ms, except for the heap. */
const LIMITS = {
  'first rows after the last byte': 120,
  'longest task while all are read': 50,
  'select or deselect all, until drawn': 20,
  'one checkbox, until drawn': 30,
  'heap, MB': 40,
};
const RUNS = 20;
/** Nothing reports the end of the reading. Progress that has not changed for so long, in ms, has ended. */
const SETTLED_MS = 3000;
const SCROLLED_FRAMES = 120;
const PERIOD = filterSearch({ dateStart: '2026-01-01', dateEnd: '2026-12-31' });
const MEGABYTE = 1_000_000;
const ALL_SHOWN = '[aria-setsize]:not([aria-setsize="20"])';

function readArguments() {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '100000' },
      dist: { type: 'string', default: 'dist' },
      help: { type: 'boolean', default: false },
    },
  });
  return values;
}

function say(what: string, value: string): void {
  process.stdout.write(`${what.padEnd(52)} ${value}\n`);
}

/** Prints the spread of the values and compares their median with the limit. */
function compare(what: keyof typeof LIMITS, values: readonly number[]): void {
  const limit = LIMITS[what];
  say(what, `${spread(values, 1)}, limit ${limit}: ${verdict(median(values), limit)}`);
}

function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { longestTask: longest } = window.notes;
    window.notes.longestTask = 0;
    return longest;
  });
}

/**
 * Loads all purchases. The last bytes come after the page has read all others, as on a connection slower than the
 * browser.
 * @returns the time in ms from the last byte until the first rows are drawn
 */
async function readAll(page: Page, finish: () => void): Promise<number> {
  const showAll = page.getByRole('button', { name: 'Mostra tutti gli acquisti' });
  await showAll.waitFor();
  await page.waitForLoadState('networkidle');
  await longestTask(page);
  await showAll.click();
  const drawn = page.evaluate((selector) => window.notes.drawn({ selector, count: 1 }), ALL_SHOWN);
  const progress = page.locator('progress');
  for (let last = -1, now = 0; now !== last;) {
    last = now;
    await page.waitForTimeout(SETTLED_MS);
    now = await progress.evaluate(({ value }: HTMLProgressElement) => value);
  }
  finish();
  const drawnAt = await drawn;
  const endedAt = await page.evaluate(() => {
    const answers = performance.getEntriesByType('resource').filter(({ name }) => name.includes('size=999999'));
    const last = answers.at(-1);
    return last instanceof PerformanceResourceTiming ? last.responseEnd : NaN;
  });
  return drawnAt - endedAt;
}

async function clickOften(page: Page, selector: string): Promise<number[]> {
  const element = page.locator(selector).first();
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) times.push(await element.evaluate(clickUntilDrawn));
  return times;
}

async function measure({ page, usedHeap }: MeasuredPage, finish: () => void): Promise<void> {
  await page.goto(`/ordini-amc?${PERIOD}`);
  const before = await usedHeap();
  const rows = await readAll(page, finish);
  const reading = await longestTask(page);
  compare('first rows after the last byte', [rows]);
  compare('longest task while all are read', [reading]);
  compare('heap, MB', [(await usedHeap()) - before]);
  compare('select or deselect all, until drawn', await clickOften(page, 'button[aria-pressed]'));
  compare('one checkbox, until drawn', await clickOften(page, 'li input[type=checkbox]'));
  await longestTask(page);
  await page.locator('ul:has([aria-setsize])').locator('..').evaluate(scrollToEnd, SCROLLED_FRAMES);
  say(`${String(SCROLLED_FRAMES)} frames of scrolling, longest task`, `${(await longestTask(page)).toFixed(0)} ms`);
}

const { count, dist, help } = readArguments();
if (help) {
  process.stdout.write(USAGE);
} else {
  const portal = await servePortal(resolve(dist), Number(count));
  const browser = await chromium.launch(launchOptionsOf(await findChromium()));
  try {
    const session = { accessToken: '"bench"', refreshToken: '"bench"' };
    const context = await newVisitor(browser, portal.url, session);
    say('purchases, on a processor four times slower', `${count}, ${(portal.answerBytes / MEGABYTE).toFixed(0)} MB`);
    await measure(await openMeasured(context, NO_LIMIT), portal.finish);
  } finally {
    await browser.close();
    await portal.close();
  }
}
