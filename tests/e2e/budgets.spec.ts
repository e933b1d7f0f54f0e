import type { Browser, BrowserContext, Page, ViewportSize } from '@playwright/test';
import { adminPaths, paths } from '#src/providers/paths.ts';
import { isFull } from '#tests/extent.ts';
import { shopperWithoutPin, soldMostly } from './support/demonstration.ts';
import { signInAs } from './support/sign-in-as.ts';
import { button } from './support/page-parts.ts';
import { people } from './support/people.ts';
import { lastMonth } from './support/period.ts';
import { watchTraffic } from './support/quiet.ts';
import { fiscalCodeField, openPatient } from './support/sale.ts';
import { expect, test } from './support/test.ts';

/** Limits of design §5: compressed scripts (brotli) in kB, and counts. */
const PUBLIC_KB = 190;
const LIST_KB = 470;
const STEPPER_KB = 500;
/** Not in the design. */
const DASHBOARD_KB = 240;
/** Also counts what is loaded for later. */
const WITH_LATER_KB = 500;
const MAX_SCRIPTS = 12;
const MAX_REQUESTS = 30;
/** The maximum layout shift without user input (cumulative layout shift). */
const MAX_SHIFT = 0.02;

interface Sent {
  readonly url: string;
  /** The compressed size of the body. */
  readonly bytes: number;
  /** The time of the request in ms since the page was opened. */
  readonly askedAt: number;
}

interface Weighed {
  readonly path: string;
  readonly budget: number;
  /** A selector of what is visible once the screen is usable. */
  readonly sign: string;
}

const HEADING = 'main h1';
const FIELD = 'main input';

const FURTHER_PUBLIC_PAGES = [
  paths.signOnReturn,
  paths.support,
  paths.voucherInformation,
  paths.userNotFound,
  paths.legalNotes,
  paths.accessibilityStatement,
  '/nothing/here',
];
/** The home page, and the heaviest of the pages with text only. */
const USUAL_PUBLIC_PAGES = [paths.home, paths.privacy];

const PUBLIC_PAGES: readonly Weighed[] = [...USUAL_PUBLIC_PAGES, ...(isFull ? FURTHER_PUBLIC_PAGES : [])].map(
  (path) => ({ path, budget: PUBLIC_KB, sign: HEADING }),
);

/** The list is usable with its first row. */
const HISTORY: Weighed = { path: paths.purchaseHistory, budget: LIST_KB, sign: 'main tr[data-row-key]' };

const LISTS: readonly Weighed[] = [
  { path: paths.patientSearch, budget: LIST_KB, sign: FIELD },
  HISTORY,
  // The page is public, but its list of stores comes by a call.
  { path: paths.storeLocator, budget: LIST_KB, sign: 'main .carousel__page li' },
  { path: paths.billingSummary, budget: LIST_KB, sign: FIELD },
  { path: paths.amcOrders, budget: LIST_KB, sign: FIELD },
  { path: paths.amcOrderSummary, budget: LIST_KB, sign: FIELD },
];

const USABLE = 'usable';

/** Runs in the page before anything else: marks when the sign is visible. */
function markUsable([sign, name]: readonly [string, string]): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(sign)) return;
    observer.disconnect();
    performance.mark(name);
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** The layout shift of the page so far (cumulative layout shift). */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        let shift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            shift += (entry as PerformanceEntry & { readonly value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(shift)));
      }),
  );
}

/** The responses that the page has received, except for the page itself. */
async function sentTo(page: Page): Promise<Sent[]> {
  const entries = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .map(({ name, transferSize, encodedBodySize, startTime }) => ({
        url: name,
        bytes: encodedBodySize,
        transferSize,
        askedAt: startTime,
      })),
  );
  return entries.filter(({ transferSize }) => transferSize > 0);
}

/** The scripts that were requested before the screen was usable. */
async function scriptsBeforeUse(page: Page): Promise<Sent[]> {
  const usableAt = await page.evaluate((name) => performance.getEntriesByName(name)[0]?.startTime ?? 0, USABLE);
  return scriptsOf(await sentTo(page)).filter(({ askedAt }) => askedAt < usableAt);
}

function scriptsOf(sent: readonly Sent[]): Sent[] {
  return sent.filter(({ url }) => new URL(url).pathname.endsWith('.js'));
}

/** Decision 0051. */
const COMPILE_HINT = /^\/\/# allFunctionsCalledOnLoad\n/;

async function codeOf(page: Page, url: string): Promise<string> {
  return (await page.request.get(url)).text();
}

function weightOf(scripts: readonly Sent[]): number {
  return scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
}

/** Says in a full run what a screen weighs. */
function say(what: string, scripts: readonly Sent[], sent: readonly Sent[]): void {
  if (!isFull) return;
  const later = weightOf(scriptsOf(sent)) - weightOf(scripts);
  const weight = `${weightOf(scripts).toFixed(1)} kB in ${scripts.length} scripts, ${later.toFixed(1)} kB for later`;
  process.stdout.write(`  ${what.padEnd(30)} ${weight}, ${sent.length + 1} requests\n`);
}

/** A browser context without cache, with a signed-in user. */
async function newVisitor(
  browser: Browser,
  tokens: Readonly<Record<string, string>>,
  viewport?: ViewportSize,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: process.env.REFERENCE_SERVER_URL ?? '',
    locale: 'it-IT',
    ...(viewport && { viewport }),
  });
  await context.addInitScript((stored) => {
    for (const [name, value] of Object.entries(stored)) sessionStorage.setItem(name, value);
  }, tokens);
  return context;
}

async function signedIn(page: Page, username: string): Promise<Record<string, string>> {
  await signInAs(page, username, paths.patientSearch);
  return page.evaluate(() => Object.fromEntries(Object.entries(sessionStorage)));
}

/** Opens a screen and waits until it is usable and loads nothing more. */
async function open(context: BrowserContext, { path, sign }: Weighed): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(markUsable, [sign, USABLE] as const);
  const untilQuiet = watchTraffic(page);
  await page.goto(path);
  await page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, USABLE);
  await untilQuiet();
  return page;
}

/** Opens a screen without cache and checks its budget. */
async function weigh(browser: Browser, tokens: Readonly<Record<string, string>>, screen: Weighed): Promise<void> {
  const context = await newVisitor(browser, tokens);
  const page = await open(context, screen);
  const sent = await sentTo(page);
  const scripts = await scriptsBeforeUse(page);
  const weight = weightOf(scripts);
  say(screen.path, scripts, sent);
  expect.soft(weight, screen.path).toBeLessThanOrEqual(screen.budget);
  // This includes what is loaded for later.
  expect.soft(weightOf(scriptsOf(sent)), screen.path).toBeLessThanOrEqual(WITH_LATER_KB);
  expect.soft(scriptsOf(sent).length, screen.path).toBeLessThanOrEqual(MAX_SCRIPTS);
  expect.soft(sent.length + 1, screen.path).toBeLessThanOrEqual(MAX_REQUESTS);
  expect.soft(await layoutShift(page), screen.path).toBeLessThan(MAX_SHIFT);
  const urls = sent.map(({ url }) => url);
  expect.soft(urls, screen.path).toEqual([...new Set(urls)]);
  await context.close();
}

test('design §5 light: the public pages', async ({ browser }) => {
  for (const screen of PUBLIC_PAGES) await weigh(browser, {}, screen);
});

test('design §5 light: nothing moves when the code of a screen comes after the frame around it', async ({ page }) => {
  await page.route(/\/assets\/home-/, async (route) => {
    await page.locator('.footer').waitFor({ state: 'attached' });
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await route.continue();
  });
  await page.goto(paths.home);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.footer')).toBeVisible();
  expect(await layoutShift(page)).toBeLessThan(MAX_SHIFT);
});

test('design §5 light: the screens of work, each file asked for once', async ({ page, browser }) => {
  const tokens = await signedIn(page, people.grocer);
  for (const screen of LISTS) await weigh(browser, tokens, screen);
});

const SIZES = { phone: { width: 360, height: 740 }, desk: { width: 1440, height: 900 } };
const SOLD = soldMostly(people.glutenFreeShop, lastMonth);
const BILL = `${paths.billingSummary}?dateStart=${lastMonth.first}&dateEnd=${lastMonth.last}&aslId=${SOLD.aslId}`;

for (const [person, size, screens] of [
  [people.pharmacist, 'phone', [{ path: paths.patientSearch, sign: FIELD }]],
  [
    people.ofRegion,
    'phone',
    [
      { path: adminPaths.patients, sign: FIELD },
      { path: paths.home, sign: 'main dl' },
    ],
  ],
  [people.ofRegion, 'desk', [{ path: adminPaths.spending, sign: 'main summary' }]],
  [people.glutenFreeShop, 'desk', [{ path: BILL, sign: 'main table' }]],
] as const) {
  test(`design §5 light: on a ${size} nothing moves while a screen arrives, nor when the connection is lost: ${person}`, async ({
    page,
    browser,
  }) => {
    const context = await newVisitor(browser, await signedIn(page, person), SIZES[size]);
    for (const { path, sign } of screens) {
      const opened = await open(context, { path, sign, budget: LIST_KB });
      expect.soft(await layoutShift(opened), path).toBeLessThan(MAX_SHIFT);
      await context.setOffline(true);
      await expect(opened.getByText('Connessione assente')).toBeVisible();
      expect.soft(await layoutShift(opened), `${path}, offline`).toBeLessThan(MAX_SHIFT);
      await context.setOffline(false);
    }
    await context.close();
  });
}

test('design §5 light: nothing moves while the parts of a patient arrive', async ({ page, browser }) => {
  const context = await newVisitor(browser, await signedIn(page, people.ofRegion), SIZES.desk);
  const opened = await open(context, { path: adminPaths.patients, sign: FIELD, budget: LIST_KB });
  const { fiscalCode } = shopperWithoutPin(0);
  await fiscalCodeField(opened).fill(fiscalCode);
  await button(opened, 'Cerca').click();
  const patient = opened.getByRole('link', { name: `Apri: ${fiscalCode}` });
  await expect(patient).toBeVisible();
  const before = await layoutShift(opened);
  await patient.click();
  await expect(opened.getByRole('region', { name: 'Modifiche' }).getByRole('table')).toBeVisible();
  expect((await layoutShift(opened)) - before).toBeLessThan(MAX_SHIFT);
  await context.close();
});

test('design §5 light: Chromium is asked to compile the code of the first screens while it arrives', async ({
  page,
  browser,
}) => {
  const context = await newVisitor(browser, await signedIn(page, people.grocer));
  for (const screen of [HISTORY, { ...HISTORY, path: paths.home, sign: 'main nav a' }]) {
    const opened = await open(context, screen);
    // The theme's script is plain, and runs before the page is there.
    const chunks = (await scriptsBeforeUse(opened)).filter(({ url }) => url.includes('/assets/'));
    expect(chunks.length).toBeGreaterThan(1);
    for (const { url } of chunks) expect(await codeOf(opened, url), url).toMatch(COMPILE_HINT);
  }
  await context.close();
});

test('design §5 light: the links of the dashboard come without the component library', async ({ page, browser }) => {
  const context = await newVisitor(browser, await signedIn(page, people.grocer));
  const opened = await open(context, { path: paths.home, budget: DASHBOARD_KB, sign: 'main nav a' });
  const scripts = await scriptsBeforeUse(opened);
  say('dashboard', scripts, await sentTo(opened));
  expect(weightOf(scripts)).toBeLessThanOrEqual(DASHBOARD_KB);
  const urlsOf = async (part: string) =>
    scriptsOf(await sentTo(opened)).flatMap(({ url }) => (url.includes(part) ? [url] : []));
  // The charts come later, and are too large to be compiled whole.
  await expect.poll(() => urlsOf('/plot-')).not.toEqual([]);
  for (const url of await urlsOf('/plot-')) expect(await codeOf(opened, url)).not.toMatch(COMPILE_HINT);
  expect(await urlsOf('/antd-')).toEqual([]);
  expect(await layoutShift(opened)).toBeLessThan(MAX_SHIFT);
  await context.close();
});

test(
  'design §5 light: in English each file is asked for once, and no Italian text',
  { tag: '@full' },
  async ({ page, browser }) => {
    const context = await newVisitor(browser, await signedIn(page, people.grocer));
    await context.addInitScript(() => localStorage.setItem('language', 'en'));
    const opened = await open(context, HISTORY);
    await expect(opened.locator('html')).toHaveAttribute('lang', 'en');
    const urls = (await sentTo(opened)).map(({ url }) => url);
    expect(urls).toEqual([...new Set(urls)]);
    expect(urls.filter((url) => url.includes('/locales/it/'))).toEqual([]);
    await context.close();
  },
);

for (const media of [
  { colorScheme: 'light', reducedMotion: 'no-preference' },
  { colorScheme: 'dark', reducedMotion: 'reduce' },
] as const) {
  const { colorScheme } = media;
  test(`design §5 light: antd computes no style of the first screens, ${colorScheme}`, async ({ page, browser }) => {
    // With two stores a dialog would ask for one.
    const context = await newVisitor(browser, await signedIn(page, people.pharmacist));
    for (const { path, sign } of [HISTORY, { path: paths.patientSearch, sign: FIELD }]) {
      const opened = await context.newPage();
      await opened.emulateMedia(media);
      // On a busy machine the styles might come after the code.
      await opened.route(/\/assets\/antd-[^/]+\.js$/, async (route) => {
        const styles = `link[href^="/assets/antd-${colorScheme}-"]`;
        await opened.waitForFunction((link) => document.querySelector<HTMLLinkElement>(link)?.sheet, styles);
        await route.continue();
      });
      await opened.goto(path);
      await opened.locator(sign).first().waitFor();
      await expect(opened.locator('main .ant-btn').first()).toHaveCSS('border-radius', '4px');
      await expect(opened.locator('style[data-css-hash]'), path).toHaveCount(0);
    }
    await context.close();
  });
}

test('design §5 light: who must sign on loads the entry point and the call of the sign-on alone', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const left = page.waitForRequest((request) => request.isNavigationRequest() && request.method() === 'POST');
  await page.goto(paths.purchaseHistory, { waitUntil: 'commit' });
  const provider = new URL((await left).url()).pathname;
  const before = asked.slice(0, asked.indexOf(provider));
  const namesOf = (pattern: RegExp) => before.flatMap((path) => pattern.exec(path)?.[1] ?? []).toSorted();
  expect(namesOf(/^\/assets\/([a-z-]+)-[\w-]{8}\.(?:js|css)$/)).toEqual([
    'calls',
    'index',
    'rolldown-runtime',
    'style',
  ]);
  expect(namesOf(/^\/locales\/it\/(.*)\.json$/)).toEqual(['common', 'error']);
  expect(before.filter((path) => path.startsWith('/api/'))).toHaveLength(1);
});

test('design §5 light: the sale', async ({ page, browser }) => {
  const context = await newVisitor(browser, await signedIn(page, people.pharmacist));
  const opened = await open(context, { path: paths.patientSearch, budget: STEPPER_KB, sign: FIELD });
  await openPatient(opened, shopperWithoutPin(15).fiscalCode);
  const sent = await sentTo(opened);
  const scripts = scriptsOf(sent);
  say('sale', scripts, sent);
  expect(weightOf(scripts)).toBeLessThanOrEqual(STEPPER_KB);
  await context.close();
});

test('design §5 light: a second visit asks for the page, the configuration and data alone', async ({
  page,
  browser,
}) => {
  const context = await newVisitor(browser, await signedIn(page, people.grocer));
  const first = await open(context, HISTORY);
  const had = (await sentTo(first)).map(({ url }) => url);
  await first.close();
  const second = await open(context, HISTORY);
  // What is loaded for later may come late on a busy machine, so only repeated downloads count.
  const again = (await sentTo(second)).filter(({ url }) => had.includes(url)).map(({ url }) => new URL(url).pathname);
  expect(again.filter((path) => path !== '/config.json' && !path.startsWith('/api/'))).toEqual([]);
  await context.close();
});
