import { resolve } from 'node:path';
import { type Browser, type Page, chromium } from '@playwright/test';
import { build } from 'vite';
import { findChromium } from '#tests/browser/find-chromium.ts';
import { launchOptionsOf } from '#tests/browser/launch-options.ts';
import { servePortal } from './serve-portal.ts';

/** How many times the time that the floor takes. */
const MOST = { usable: 1.25, nextPage: 1.1 };
const ROUNDS = 7;
const SLOWER = 4;
const LINE = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };
const PURCHASES = 200;
const FIRST_PAGE = '/storico-acquisti?currentPage=1&pageSize=20';

interface Times {
  readonly usable: number[];
  readonly nextPage: number[];
}

declare global {
  interface Window {
    /** Ends once the table's rows are others than those of this first key, and drawn. Answers when, in ms. */
    rowsDrawn: (than: string | null) => Promise<number>;
  }
}

/** Runs in the page before anything else. */
function watchRows(): void {
  window.rowsDrawn = (than) =>
    new Promise((done) => {
      const look = {
        at() {
          const rows = document.querySelectorAll('tr[data-row-key]');
          const isThere = rows.length === 20 && rows[0]?.getAttribute('data-row-key') !== than;
          requestAnimationFrame(() => (isThere ? done(performance.now()) : look.at()));
        },
      };
      look.at();
    });
  for (const name of ['accessToken', 'refreshToken']) sessionStorage.setItem(name, '"bench"');
}

/** Clicks 'next page', of antd's pagination or of the portal's pager. */
async function turnPage(page: Page): Promise<number> {
  const next = page.locator('.ant-pagination-next button, nav button[aria-label="Pagina successiva"]');
  return next.evaluate(async (button) => {
    const first = document.querySelector('tr[data-row-key]')?.getAttribute('data-row-key') ?? null;
    const start = performance.now();
    (button as HTMLElement).click();
    return (await window.rowsDrawn(first)) - start;
  });
}

/** One cold visit on a slow machine and line. */
async function visit(browser: Browser, url: string, times: Times): Promise<void> {
  const context = await browser.newContext({ baseURL: url, locale: 'it-IT', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', LINE);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.addInitScript(watchRows);
  await page.goto(FIRST_PAGE, { waitUntil: 'commit' });
  times.usable.push(await page.evaluate(() => window.rowsDrawn(null)));
  await page.waitForLoadState('networkidle');
  times.nextPage.push(await turnPage(page));
  await context.close();
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function say(what: string, values: readonly number[]): void {
  const [middle, least, most] = [median(values), Math.min(...values), Math.max(...values)].map((ms) => ms.toFixed(0));
  process.stdout.write(`${what.padEnd(28)} median ${middle} ms (${least} to ${most})\n`);
}

/** Whether the portal's median is within so many times the floor's. */
function compare(what: keyof Times, portal: Times, floor: Times): boolean {
  const ratio = median(portal[what]) / median(floor[what]);
  const isWithin = ratio <= MOST[what];
  say(`${what}, floor`, floor[what]);
  say(`${what}, portal`, portal[what]);
  process.stdout.write(`  ${ratio.toFixed(2)} times, at most ${MOST[what]}: ${isWithin ? 'ok' : 'TOO SLOW'}\n`);
  return isWithin;
}

interface Measured {
  readonly site: Awaited<ReturnType<typeof servePortal>>;
  readonly times: Times;
}

async function serve(folder: string): Promise<Measured> {
  return { site: await servePortal(resolve(folder), PURCHASES), times: { usable: [], nextPage: [] } };
}

await build({ configFile: resolve('bench/floor/vite.config.ts'), logLevel: 'warn' });
const floor = await serve('.cache/floor');
const portal = await serve('dist');
const browser = await chromium.launch(launchOptionsOf(await findChromium()));
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { site, times } of [floor, portal]) await visit(browser, site.url, times);
  }
  const isFast = (['usable', 'nextPage'] as const).map((what) => compare(what, portal.times, floor.times));
  if (isFast.includes(false)) process.exitCode = 1;
  process.stdout.write(`${ROUNDS} cold visits to each, in turns; Chromium ${browser.version()}\n`);
} finally {
  await browser.close();
  await Promise.all([floor.site.close(), portal.site.close()]);
}
