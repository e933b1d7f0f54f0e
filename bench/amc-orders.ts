import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { type Page, chromium } from '@playwright/test';
import { findChromium } from '#tests/browser/find-chromium.ts';
import { launchOptionsOf } from '#tests/browser/launch-options.ts';
import { filterSearch } from '#tests/support/filter-address.ts';
import { clickUntilDrawn, scrollToEnd, watchPage } from './in-page.ts';
import { servePortal } from './serve-portal.ts';

const USAGE = `Measures the screen "Ordini AMC" of the built portal in a real browser, with very many purchases.

npm run build && npm run bench [-- --count 100000 --dist dist]
`;

/** The limit for 'Seleziona/Deseleziona tutto', in ms. */
const SELECT_ALL_LIMIT_MS = 100;
const RUNS = 20;
const SCROLLED_FRAMES = 120;
const PERIOD = filterSearch({ dateStart: '2026-01-01', dateEnd: '2026-12-31' });
const MEGABYTE = 1_000_000;

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

const ms = (value: number) => `${value.toFixed(0)} ms`;

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function takeNotes(page: Page): Promise<string> {
  const { longestTask, longestFrame } = await page.evaluate(() => window.bench);
  await page.evaluate(() => {
    window.bench = { longestTask: 0, longestFrame: 0 };
  });
  return `${ms(longestTask)}, between two frames ${ms(longestFrame)}`;
}

async function measureReading(page: Page): Promise<void> {
  await page.goto(`/ordini-amc?${PERIOD}`);
  const showAll = page.getByRole('button', { name: 'Mostra tutti gli acquisti' });
  await showAll.waitFor();
  await takeNotes(page);
  const start = performance.now();
  await showAll.click();
  await page.locator('[aria-setsize]:not([aria-setsize="20"])').first().waitFor();
  say('all purchases read and shown after', ms(performance.now() - start));
  say('  longest task meanwhile', await takeNotes(page));
}

async function measureClicks(page: Page, what: string, selector: string): Promise<number> {
  const element = page.locator(selector).first();
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) times.push(await element.evaluate(clickUntilDrawn));
  const slowest = Math.max(...times);
  say(what, `median ${ms(median(times))}, slowest ${ms(slowest)}`);
  return slowest;
}

async function measure(page: Page): Promise<boolean> {
  await measureReading(page);
  const selectAll = await measureClicks(page, 'select or deselect all, until drawn', 'button[aria-pressed]');
  await measureClicks(page, 'one checkbox, until drawn', 'li input[type=checkbox]');
  await takeNotes(page);
  await page.locator('ul:has([aria-setsize])').locator('..').evaluate(scrollToEnd, SCROLLED_FRAMES);
  say(`${String(SCROLLED_FRAMES)} frames of scrolling, longest task`, await takeNotes(page));
  return selectAll < SELECT_ALL_LIMIT_MS;
}

const { count, dist, help } = readArguments();
if (help) {
  process.stdout.write(USAGE);
} else {
  const portal = await servePortal(resolve(dist), Number(count));
  const browser = await chromium.launch(launchOptionsOf(await findChromium()));
  try {
    const page = await browser.newPage({ baseURL: portal.url, viewport: { width: 1440, height: 900 } });
    await page.addInitScript(watchPage);
    await page.addInitScript(() => {
      for (const name of ['accessToken', 'refreshToken']) sessionStorage.setItem(name, '"bench"');
    });
    say('purchases', `${count}, ${(portal.answerBytes / MEGABYTE).toFixed(0)} MB`);
    const isFast = await measure(page);
    say(`select all in under ${ms(SELECT_ALL_LIMIT_MS)}`, isFast ? 'ok' : 'TOO SLOW');
    if (!isFast) process.exitCode = 1;
  } finally {
    await browser.close();
    await portal.close();
  }
}
