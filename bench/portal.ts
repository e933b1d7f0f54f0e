import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Browser, type Page, chromium } from '@playwright/test';
import { build } from 'vite';
import { DEFAULT_PAGE_SIZE } from '#src/providers/data/declaration.ts';
import { paths } from '#src/providers/paths.ts';
import { findChromium } from '#tests/browser/find-chromium.ts';
import { launchOptionsOf } from '#tests/browser/launch-options.ts';
import { article, shopperWithoutPin } from '#tests/e2e/support/demonstration.ts';
import { signInAs } from '#tests/e2e/support/sign-in-as.ts';
import { people } from '#tests/e2e/support/people.ts';
import { startReferenceServer } from '#tests/e2e/support/reference-server.ts';
import { button } from '#tests/e2e/support/page-parts.ts';
import { authorise, eanField, openPatient } from '#tests/e2e/support/sale.ts';
import { median, spread, verdict } from './figures.ts';
import { type MeasuredPage, type Sign, newVisitor, openMeasured } from './measured-page.ts';
import { serveSite } from './serve-site.ts';

const { values: given } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } });
const ROUNDS = Number(given.rounds);

const ROWS: Sign = { selector: 'tr[data-row-key]', count: 20 };
const HEADING: Sign = { selector: 'main h1', count: 1 };
const FIELD: Sign = { selector: 'main input', count: 1 };
const LIST = `${paths.purchaseHistory}?currentPage=1&pageSize=20`;
const NEXT_PAGE = '.ant-pagination-next button, nav button[aria-label="Pagina successiva"]';
const EXPANDER = 'tbody button[aria-expanded]';

type Place = 'bare' | 'floor' | 'portal';

/** The measured screens. A guest has no session. */
const SCREENS = {
  'bare Table': { place: 'bare', path: '/', sign: ROWS },
  'Refine floor': { place: 'floor', path: LIST, sign: ROWS },
  'home, guest': { place: 'portal', path: paths.home, sign: HEADING, isGuest: true },
  'home, shop': { place: 'portal', path: paths.home, sign: { selector: 'main a', count: 1 } },
  'patient search': { place: 'portal', path: paths.patientSearch, sign: FIELD },
  history: { place: 'portal', path: LIST, sign: ROWS },
} as const satisfies Record<string, { place: Place; path: string; sign: Sign; isGuest?: boolean }>;
type Screen = keyof typeof SCREENS;

/** By 'screen: figure', one value per round. */
const figures = new Map<string, number[]>();

function note(screen: string, what: string, value: number): void {
  const key = `${screen}: ${what}`;
  figures.set(key, [...(figures.get(key) ?? []), value]);
}

function of(key: string): number[] {
  return figures.get(key) ?? [];
}

/** Goes to the next page. Returns the time in ms until its rows are drawn. */
async function turnPage(page: Page): Promise<number> {
  return page.locator(NEXT_PAGE).evaluate(async (next, rows) => {
    const notFirst = document.querySelector(rows.selector)?.getAttribute('data-row-key') ?? '';
    const start = performance.now();
    (next as HTMLElement).click();
    return (await window.notes.drawn({ ...rows, notFirst })) - start;
  }, ROWS);
}

async function measureList(screen: Screen, { page, slowestInteraction }: MeasuredPage): Promise<void> {
  note(screen, 'next page, ms', await turnPage(page));
  await page.waitForLoadState('networkidle');
  const turned = await slowestInteraction(async () => {
    await page.locator(NEXT_PAGE).click();
    await page.waitForLoadState('networkidle');
  });
  note(screen, 'INP of next page, ms', turned);
  const expander = page.locator(EXPANDER).first();
  if ((await expander.count()) > 0) {
    note(screen, 'INP of expanding a row, ms', await slowestInteraction(() => expander.click()));
  }
}

/** The time between two keys of a slow scanner, in ms. At this speed Chromium's own delay per key does not count. */
const KEY_GAP = 20;
const ENTER = { key: 'Enter', text: '\r', windowsVirtualKeyCode: 13 };
/** The time between two packs, in ms. */
const PACK_GAP = 1500;

/** Scans a product at scanner speed without waiting for the page. */
async function scanPack(page: Page, ean: string): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const pressed: Promise<unknown>[] = [];
  for (const key of [...Array.from(ean, (digit) => ({ key: digit, text: digit })), ENTER]) {
    pressed.push(client.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key }));
    pressed.push(client.send('Input.dispatchKeyEvent', { type: 'keyUp', key: key.key }));
    await delay(KEY_GAP);
  }
  await Promise.all(pressed);
  await delay(PACK_GAP);
  await client.detach();
}

/** Measures a sale up to step 2: typing of a product name and scans of packs. */
async function measureStep2(measured: MeasuredPage, round: number): Promise<void> {
  const { page, slowestInteraction } = measured;
  const { fiscalCode } = shopperWithoutPin(round);
  await openPatient(page, fiscalCode);
  await button(page, 'Avanti').click();
  const start = await page.evaluate(() => performance.now());
  await authorise(page, null);
  await eanField(page).waitFor();
  note('step 2', 'usable, ms', (await page.evaluate(() => performance.now())) - start);
  await page.waitForLoadState('networkidle');
  const typed = await slowestInteraction(() => eanField(page).pressSequentially('pane', { delay: 150 }));
  note('step 2', 'INP of typing, ms', typed);
  await eanField(page).fill('');
  await page.waitForLoadState('networkidle');
  const scanned = await slowestInteraction(async () => {
    for (const index of [1, 2, 3]) await scanPack(page, article(index).ean);
    await page.waitForLoadState('networkidle');
  });
  note('step 2', 'INP of scans, ms', scanned);
}

/** Signs on from the address of the history, as on the first day, and in a new tab, which has no session either. */
async function measureSignOn(browser: Browser, url: string): Promise<void> {
  const context = await newVisitor(browser, url, {});
  for (const tab of ['sign-on', 'sign-on, new tab']) {
    const { page } = await openMeasured(context);
    const chosen = page.getByRole('button', { name: people.pharmacist });
    const start = Date.now();
    await page.goto(LIST, { waitUntil: 'commit' });
    await chosen.waitFor();
    note(tab, 'to the provider, ms', (await page.evaluate(() => performance.timeOrigin + performance.now())) - start);
    await page.waitForLoadState('networkidle');
    await chosen.click();
    await page.waitForURL((address) => address.pathname === paths.purchaseHistory, { waitUntil: 'commit' });
    // The time of the page begins with the provider's answer.
    note(tab, 'to the first rows, ms', await page.evaluate((wanted) => window.notes.drawn(wanted), ROWS));
  }
  await context.close();
}

/** Opens the history from the menu of the home page. */
async function measureMenu(browser: Browser, url: string, session: Record<string, string>): Promise<void> {
  const context = await newVisitor(browser, url, session);
  const { page, visit } = await openMeasured(context);
  await visit(paths.home, { selector: 'main a', count: 1 });
  const entry = page.locator(`nav a[href="${paths.purchaseHistory}"]`).first();
  const toRows = entry.evaluate(
    async (link, rows) => {
      const start = performance.now();
      (link as HTMLElement).click();
      return (await window.notes.drawn(rows)) - start;
      // A page of the list as the menu opens it has five rows.
    },
    { ...ROWS, count: DEFAULT_PAGE_SIZE },
  );
  note('history', 'by menu, ms', await toRows);
  await context.close();
}

/** Visits every screen without and with cache, one screen after the other. */
async function measureRound(
  browser: Browser,
  urls: Record<Place, string>,
  session: Record<string, string>,
  round: number,
): Promise<void> {
  for (const [name, screen] of Object.entries(SCREENS) as [Screen, (typeof SCREENS)[Screen]][]) {
    const context = await newVisitor(browser, urls[screen.place], 'isGuest' in screen ? {} : session);
    for (const visit of ['', ', warm']) {
      const measured = await openMeasured(context);
      const told = await measured.visit(screen.path, screen.sign);
      for (const [what, value] of Object.entries<number>({ ...told })) note(name + visit, what, value);
      if (visit === '' && screen.sign === ROWS) await measureList(name, measured);
      if (visit === '' && name === 'patient search') await measureStep2(measured, round);
      await measured.page.close();
    }
    await context.close();
  }
  await measureSignOn(browser, server.url);
  await measureMenu(browser, urls.portal, session);
}

/** Prints one line per figure, by screen. */
function printFigures(): void {
  const screens = new Set([...figures.keys()].map((key) => key.split(': ')[0] ?? ''));
  for (const screen of screens) {
    process.stdout.write(`\n${screen}\n`);
    for (const [key, values] of figures) {
      const [of, what = ''] = key.split(': ');
      const digits = what === 'CLS' ? 3 : what.endsWith('MB') ? 1 : 0;
      if (of === screen) process.stdout.write(`  ${what.padEnd(28)} ${spread(values, digits)}\n`);
    }
  }
}

/** The key of a figure; the key of the figure to compare it with, or null; the limit. */
const LIMITS: readonly (readonly [string, string | null, number])[] = [
  ['history: usable, ms', 'Refine floor: usable, ms', 1],
  ['history, warm: usable, ms', 'Refine floor, warm: usable, ms', 1],
  ['history: by menu, ms', 'Refine floor, warm: usable, ms', 1],
  ['sign-on: to the provider, ms', 'Refine floor: usable, ms', 0.7],
  ['sign-on: to the first rows, ms', 'Refine floor: usable, ms', 0.7],
  ['sign-on, new tab: to the provider, ms', 'Refine floor, warm: usable, ms', 1],
  ['sign-on, new tab: to the first rows, ms', 'Refine floor, warm: usable, ms', 1],
  ['history: next page, ms', 'Refine floor: next page, ms', 1],
  ['history: INP of next page, ms', 'Refine floor: INP of next page, ms', 1],
  ['history: INP of expanding a row, ms', 'Refine floor: INP of expanding a row, ms', 1],
  ['home, guest: usable, ms', 'bare Table: usable, ms', 1],
  ['home, shop: usable, ms', 'bare Table: usable, ms', 1],
  ['step 2: INP of typing, ms', null, 100],
  ['step 2: INP of scans, ms', null, 100],
  ...(['home, guest', 'home, shop', 'patient search', 'history'] as const).map(
    (screen) => [`${screen}: CLS`, null, 0.02] as const,
  ),
];

/** Prints each figure that has a limit. */
function compare(): void {
  for (const [key, floor, limit] of LIMITS) {
    const value = median(of(key)) / (floor === null ? 1 : median(of(floor)));
    const said = `${value.toFixed(2)}${floor === null ? '' : ` times that of ${floor.split(':')[0] ?? ''}`}`;
    process.stdout.write(`${verdict(value, limit).padEnd(4)} ${key.padEnd(36)} ${said}, at most ${limit}\n`);
  }
}

// The server starts first, because the builds set NODE_ENV of this process to production.
const server = await startReferenceServer();
const BUILDS = { bare: resolve('.cache/bare'), floor: resolve('.cache/floor'), portal: resolve('dist') };
for (const place of ['bare', 'floor'] as const) {
  const built = { outDir: BUILDS[place], emptyOutDir: true };
  await build({
    configFile: resolve('bench/floor/vite.config.ts'),
    root: resolve('bench', place),
    logLevel: 'error',
    build: built,
  });
}

const sites = await Promise.all(Object.values(BUILDS).map((folder) => serveSite(folder, server.url)));
const [bare, floor, portal] = sites.map(({ url }) => url);
const browser = await chromium.launch(launchOptionsOf(await findChromium()));
try {
  const page = await browser.newPage({ baseURL: server.url, locale: 'it-IT' });
  await signInAs(page, people.pharmacist, paths.patientSearch);
  const session = await page.evaluate(() => Object.fromEntries(Object.entries(sessionStorage)));
  const urls = { bare: bare ?? '', floor: floor ?? '', portal: portal ?? '' };
  for (let round = 0; round < ROUNDS; round += 1) await measureRound(browser, urls, session, round);
  printFigures();
  process.stdout.write(`\nMedian, least and most of ${ROUNDS} rounds; Chromium ${browser.version()}\n\n`);
  compare();
} finally {
  await browser.close();
  await Promise.all(sites.map((site) => site.close()));
  await server.stop();
}
