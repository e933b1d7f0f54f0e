import type { Browser, BrowserContext, Page } from '@playwright/test';
import { paths } from '#src/providers/paths.ts';
import { shopperWithoutPin } from './support/demonstration.ts';
import { enter } from './support/enter.ts';
import { people } from './support/people.ts';
import { button, fiscalCodeField, openPatient } from './support/sale.ts';
import { expect, test } from './support/test.ts';

/** Design §5, in kB of scripts as they are sent (brotli), and in numbers. */
const PUBLIC_KB = 190;
const LIST_KB = 400;
const PERIOD_KB = 430;
const STEPPER_KB = 450;
const MOST_SCRIPTS = 12;
const MOST_REQUESTS = 30;

interface Sent {
  readonly url: string;
  /** The body on the wire. */
  readonly bytes: number;
}

interface Weighed {
  readonly path: string;
  readonly budget: number;
  /** Ends when the screen can be used. */
  readonly usable: (page: Page) => Promise<void>;
}

async function heading(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

function visible(name: string) {
  return (page: Page) => expect(button(page, name)).toBeVisible();
}

const PUBLIC_PAGES: readonly Weighed[] = [
  paths.home,
  paths.support,
  paths.voucherInformation,
  paths.userNotFound,
  paths.privacy,
  paths.legalNotes,
  paths.accessibilityStatement,
  '/nothing/here',
].map((path) => ({ path, budget: PUBLIC_KB, usable: heading }));

/** A list is there with its first row. */
const HISTORY: Weighed = {
  path: paths.purchaseHistory,
  budget: LIST_KB,
  usable: (page) => expect(page.getByRole('cell').filter({ hasText: '€' }).first()).toBeVisible(),
};

const LISTS: readonly Weighed[] = [
  { path: paths.patientSearch, budget: LIST_KB, usable: (page) => expect(fiscalCodeField(page)).toBeVisible() },
  HISTORY,
  { path: paths.billingSummary, budget: PERIOD_KB, usable: visible('Esporta dettaglio CSV') },
  { path: paths.amcOrders, budget: PERIOD_KB, usable: visible('Mostra acquisti') },
  { path: paths.amcOrderSummary, budget: PERIOD_KB, usable: visible('Ricerca Ordini AMC') },
];

/** What has come over the line for the page so far, apart from the page itself. */
async function sentTo(page: Page): Promise<Sent[]> {
  const entries = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .map(({ name, transferSize, encodedBodySize }) => ({ url: name, bytes: encodedBodySize, transferSize })),
  );
  return entries.filter(({ transferSize }) => transferSize > 0);
}

function scriptsOf(sent: readonly Sent[]): Sent[] {
  return sent.filter(({ url }) => new URL(url).pathname.endsWith('.js'));
}

function weightOf(scripts: readonly Sent[]): number {
  return scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
}

function say(what: string, scripts: readonly Sent[], sent: readonly Sent[]): void {
  const weight = `${weightOf(scripts).toFixed(1)} kB in ${scripts.length} scripts`;
  process.stdout.write(`  ${what.padEnd(30)} ${weight}, ${sent.length + 1} requests\n`);
}

/** A browser that has never been here, in which somebody is signed in. */
async function newVisitor(browser: Browser, tokens: Readonly<Record<string, string>>): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: process.env.REFERENCE_SERVER_URL ?? '', locale: 'it-IT' });
  await context.addInitScript((stored) => {
    for (const [name, value] of Object.entries(stored)) sessionStorage.setItem(name, value);
  }, tokens);
  return context;
}

async function signedIn(page: Page, username: string): Promise<Record<string, string>> {
  await enter(page, username, paths.patientSearch);
  return page.evaluate(() => ({ ...sessionStorage }));
}

/** Opens a screen, cold. */
async function open(context: BrowserContext, { path, usable }: Omit<Weighed, 'budget'>): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await usable(page);
  return page;
}

test('design §5 light: the public pages', async ({ browser }) => {
  for (const screen of PUBLIC_PAGES) {
    const context = await newVisitor(browser, {});
    const sent = await sentTo(await open(context, screen));
    const scripts = scriptsOf(sent);
    say(screen.path, scripts, sent);
    expect.soft(weightOf(scripts), screen.path).toBeLessThanOrEqual(screen.budget);
    await context.close();
  }
});

test('design §5 light: the screens of work, each file asked for once', async ({ page, browser }) => {
  const tokens = await signedIn(page, people.grocer);
  for (const screen of LISTS) {
    const context = await newVisitor(browser, tokens);
    const opened = await open(context, screen);
    expect.soft(weightOf(scriptsOf(await sentTo(opened))), screen.path).toBeLessThanOrEqual(screen.budget);
    await opened.waitForLoadState('networkidle');
    const sent = await sentTo(opened);
    const scripts = scriptsOf(sent);
    say(screen.path, scripts, sent);
    expect.soft(scripts.length, screen.path).toBeLessThanOrEqual(MOST_SCRIPTS);
    expect.soft(sent.length + 1, screen.path).toBeLessThanOrEqual(MOST_REQUESTS);
    const urls = sent.map(({ url }) => url);
    expect.soft(urls, screen.path).toEqual([...new Set(urls)]);
    await context.close();
  }
});

test('design §5 light: the sale', async ({ page, browser }) => {
  const tokens = await signedIn(page, people.pharmacist);
  const context = await newVisitor(browser, tokens);
  const opened = await open(context, { path: paths.patientSearch, usable: heading });
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
  const tokens = await signedIn(page, people.grocer);
  const context = await newVisitor(browser, tokens);
  const first = await open(context, HISTORY);
  await first.waitForLoadState('networkidle');
  await first.close();
  const second = await open(context, HISTORY);
  await second.waitForLoadState('networkidle');
  const asked = (await sentTo(second)).map(({ url }) => new URL(url).pathname);
  expect(asked.filter((path) => path !== '/config.json' && !path.startsWith('/api/'))).toEqual([]);
  await context.close();
});
