import type { BrowserContext, Locator, Page, Request } from '@playwright/test';
import { chooseIdentity, signIn } from '#tests/browser/sign-in.ts';
import { expectAccessible } from './support/accessibility.ts';
import { stopClock, untilShown } from './support/clock.ts';
import { article, shopperWithPin, shopperWithoutPin } from './support/demonstration.ts';
import { people } from './support/people.ts';
import { watchTraffic } from './support/quiet.ts';
import { account, button, dialog, openAccountMenu } from './support/page-parts.ts';
import { addProduct, expectStep, goToSummary, lines, openCart, openPatient, pinField } from './support/sale.ts';
import { expect, test } from './support/test.ts';
import { intercept } from './support/intercept.ts';

const REFRESH = '/api/v1/auth/token';
const EXPIRED = 'La sessione è scaduta, accedi di nuovo';

function heldToken(page: Page): Promise<string | null> {
  return page.evaluate(() => sessionStorage.getItem('accessToken'));
}

async function signInOnSearch(page: Page, username: string): Promise<void> {
  await page.goto('/ricerca-assistiti');
  await chooseIdentity(page, username);
  await expect(page.getByRole('banner')).toContainText(username);
}

/** Opens a second tab with a copy of the session storage, as the browser's 'Duplicate' does. */
async function duplicate(page: Page, context: BrowserContext): Promise<Page> {
  const opened = context.waitForEvent('page');
  await page.evaluate(() => window.open(window.location.href));
  const other = await opened;
  const untilQuiet = [page, other].map(watchTraffic);
  await expect(account(other)).toBeVisible();
  // A running call could be refused and make its tab refresh before the test is ready.
  await Promise.all(untilQuiet.map((until) => until()));
  return other;
}

/** Makes the server refuse an access token from now on, as an expired one. Returns the refreshes so far. */
async function refuse(context: BrowserContext, stored: string | null): Promise<string[]> {
  const refreshes: string[] = [];
  const bearer = `Bearer ${JSON.parse(stored ?? '""') as string}`;
  await context.route('**/api/v1/**', (route) => {
    const request = route.request();
    if (request.url().endsWith(REFRESH)) refreshes.push(request.url());
    return request.headers().authorization === bearer ? route.fulfill({ status: 403, json: {} }) : route.fallback();
  });
  return refreshes;
}

for (const hasLocks of [true, false]) {
  test(
    `rules §3 two tabs of one browser share the pair that one of them refreshes; locks: ${hasLocks}`,
    { tag: '@full' },
    async ({ page, context }) => {
      if (!hasLocks) await context.addInitScript('delete Navigator.prototype.locks');
      await signInOnSearch(page, people.grocer);
      const other = await duplicate(page, context);
      const old = await heldToken(page);
      await expect.poll(() => heldToken(other)).toBe(old);
      const refreshes = await refuse(context, old);
      await Promise.all([page.reload(), other.reload()]);
      for (const tab of [page, other]) await expect(tab.getByRole('banner')).toContainText(people.grocer);
      await expect.poll(() => heldToken(page)).not.toBe(old);
      await expect.poll(async () => (await heldToken(page)) === (await heldToken(other))).toBe(true);
      // Without locks two tabs may refresh at the same time: the server then receives the same token twice.
      if (hasLocks) expect(refreshes).toHaveLength(1);
      expect(refreshes.length).toBeLessThanOrEqual(2);
    },
  );
}

test(
  'rules §3 a tab that slept through two refreshes ends nobody’s session, and goes on with the newest pair',
  { tag: '@full' },
  async ({ page, context }) => {
    await signInOnSearch(page, people.grocer);
    const asleep = await page.evaluate(() => Object.entries(sessionStorage) as [string, string][]);
    const tokens = [await heldToken(page)];
    for (const round of [1, 2]) {
      await refuse(context, tokens.at(-1) ?? null);
      await page.reload();
      await expect(page.getByRole('banner')).toContainText(people.grocer);
      tokens.push(await heldToken(page));
      expect(new Set(tokens).size).toBe(round + 1);
    }
    const awake = await context.newPage();
    await awake.addInitScript((entries) => {
      if (sessionStorage.length === 0) for (const [name, value] of entries) sessionStorage.setItem(name, value);
    }, asleep);
    await awake.goto('/storico-acquisti');
    await expect(awake.getByRole('banner')).toContainText(people.grocer);
    await expect.poll(() => heldToken(awake)).toBe(tokens.at(-1));

    // If no tab answers, the tab ends its own session only.
    await page.evaluate(() => {
      BroadcastChannel.prototype.postMessage = () => undefined;
    });
    await awake.close();
    const lonely = await context.newPage();
    await lonely.addInitScript((entries) => {
      if (sessionStorage.length === 0) for (const [name, value] of entries) sessionStorage.setItem(name, value);
    }, asleep);
    await lonely.goto('/storico-acquisti');
    await expect(lonely.getByRole('region', { name: 'Avvisi' }).getByText(EXPIRED)).toBeVisible();
    await lonely.close();
    await refuse(context, tokens.at(-1) ?? null);
    await page.reload();
    await expect(page.getByRole('banner')).toContainText(people.grocer);
    await expect(page.getByText(EXPIRED)).toHaveCount(0);
  },
);

test(
  '§8 session expired: once, 10 s, home after 5; then the same user is back in the place, with the cart',
  { tag: '@full' },
  async ({ page }) => {
    const sold = article(5);
    await signInOnSearch(page, people.pharmacist);
    await openPatient(page, shopperWithoutPin(20).fiscalCode);
    await openCart(page, null);
    await addProduct(page, { ean: sold.ean, quantity: 2 });
    await expect(lines(page, 'Prodotti inseriti')).toContainText(sold.name);
    const refreshes: string[] = [];
    let endSession = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      endSession = resolve;
    });
    await intercept(page, '**/api/v1/**', async (route) => {
      await ended;
      if (route.request().url().endsWith(REFRESH)) refreshes.push(REFRESH);
      await route.fulfill({ status: 403, json: { error: { code: 4030 } } });
    });
    const asked = page.waitForRequest('**/api/v1/users/me');
    await page.reload();
    await asked;
    await stopClock(page);
    endSession();
    const alert = page.getByRole('alert').filter({ hasText: EXPIRED });
    await untilShown(page, alert);
    await expect(alert).toHaveText(`Errore${EXPIRED}`);
    expect(refreshes).toHaveLength(1);
    await expect
      .poll(() => page.evaluate(() => Object.keys(sessionStorage).toSorted()))
      .toEqual(['desiredLocation', 'unfinishedCart']);
    await expect(page).toHaveURL('/ricerca-assistiti/vendita/prodotti');
    await page.clock.runFor(4000);
    await expect(page).toHaveURL('/ricerca-assistiti/vendita/prodotti');
    await page.clock.runFor(1000);
    await expect(page).toHaveURL('/');
    await expect(alert).toBeVisible();
    await page.clock.runFor(5000);
    await expect(alert).toHaveCount(0);
    await page.clock.resume();

    await page.unrouteAll();
    await signIn(page, people.pharmacist);
    await expect(page).toHaveURL('/ricerca-assistiti');
    await button(page, 'Riprendi').click();
    await expectStep(page, 'Scarico Prodotti');
    await expect(lines(page, 'Prodotti inseriti')).toContainText(sold.name);
  },
);

test(
  '§2 sign-on, twice in a tab: Back leads to the home page, Forward returns, and nothing is posted again',
  { tag: '@firefox' },
  async ({ page }) => {
    for (const [person, start, end] of [
      // The patient search of a shop with two stores asks for one, in a dialog over 'Esci'.
      [people.pharmacist, '/support', /\/ricerca-assistiti$/],
      [people.grocer, '/storico-acquisti', /\/storico-acquisti/],
    ] as const) {
      await page.goto(start);
      if (start === '/support') await signIn(page, person);
      else await chooseIdentity(page, person);
      await expect(page).toHaveURL(end);
      await expect(page.getByRole('banner')).toContainText(person);
      const posted: string[] = [];
      const listen = (request: Request) => {
        if (request.isNavigationRequest() && request.method() !== 'GET') posted.push(request.url());
      };
      page.on('request', listen);
      await page.goBack();
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('banner')).toContainText(person);
      await page.goForward();
      await expect(page).toHaveURL(end);
      await page.reload();
      await expect(page.getByRole('banner')).toContainText(person);
      expect(posted).toEqual([]);
      page.off('request', listen);
      await openAccountMenu(page);
      await page.getByRole('button', { name: 'Esci' }).click();
      await expect(page).toHaveURL('/');
    }
  },
);

test(
  '§4 sign-out: the server’s session ends, both tabs forget everything, and Back shows nothing',
  { tag: '@firefox' },
  async ({ page, context, request }) => {
    await page.goto('/storico-acquisti');
    await chooseIdentity(page, people.grocer);
    await expect(page.getByRole('table', { name: 'Storico acquisti' })).toBeVisible();
    const other = await duplicate(page, context);
    const token = JSON.parse((await heldToken(page)) ?? '""') as string;
    await openAccountMenu(page);
    await page.getByRole('button', { name: 'Esci' }).click();
    for (const tab of [page, other]) {
      await expect(tab).toHaveURL('/');
      await expect(tab.getByRole('banner').getByRole('button', { name: 'Accedi' })).toBeVisible();
      await expect.poll(() => tab.evaluate(() => sessionStorage.length)).toBe(0);
      const kept = () => tab.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'language'));
      await expect.poll(kept).toEqual([]);
      await expect(tab.getByText(EXPIRED)).toHaveCount(0);
    }
    const refused = await request.get('/api/v1/users/me', { headers: { authorization: `Bearer ${token}` } });
    expect(refused.status()).toBe(403);

    await intercept(page, '**/api/v1/**', (route) => route.abort());
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accesso necessario');
    await expect(page.getByRole('table')).toHaveCount(0);

    // The browser shows a kept page again, but its session has ended.
    await other.evaluate(() => {
      sessionStorage.setItem('session', JSON.stringify({ session: 'another', since: 1 }));
      document.body.dataset.kept = 'true';
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await expect(other.locator('body:not([data-kept])')).toBeVisible();
  },
);

test(
  '§4 idle session: a warning over the sale in every tab, a call is for all; then the end is told, the cart kept',
  { tag: '@full' },
  async ({ page, context }) => {
    const { fiscalCode, pin } = shopperWithPin(14);
    await signInOnSearch(page, people.pharmacist);
    const other = await duplicate(page, context);
    await openPatient(page, fiscalCode);
    await openCart(page, pin);
    await addProduct(page, { ean: article(5).ean, quantity: 1 });
    await goToSummary(page);
    await button(page, 'Conferma').click();
    await pinField(page).fill('12');
    const warnings = [page, other].map((tab) =>
      tab.getByRole('alertdialog', { name: 'La sessione sta per terminare' }),
    );
    const [warning] = warnings as [Locator, Locator];
    // The server's own limit is half an hour.
    await page.clock.install();
    await page.clock.fastForward('27:30');
    // Enough time to check the clock and to show a warning.
    await page.clock.runFor(2000);
    await expect(warning).toHaveCount(0);
    await page.clock.fastForward('01:00');
    for (const shown of warnings) await expect(shown).toContainText('Tempo rimasto: 1:');
    await expectAccessible(page);
    await expect(warning.getByRole('button', { name: 'Resta collegato' })).toBeFocused();
    await context.setOffline(true);
    for (let times = 0; times < 2; times += 1) {
      await page.keyboard.press('Escape');
      await expect(warning.getByRole('alert')).toContainText('Non è stato possibile prolungare la sessione');
    }
    await page.keyboard.press('Escape');
    await expect(warning).toBeVisible();
    await expect(warning.getByRole('button', { name: 'Resta collegato' })).toBeFocused();
    await expect(warning.getByRole('button', { name: 'Resta collegato' })).toHaveAttribute('aria-busy', 'false');
    await context.setOffline(false);
    const renewed = page.waitForResponse('**/api/v1/users/me');
    await page.keyboard.press('Escape');
    expect((await renewed).status()).toBe(200);
    for (const gone of warnings) await expect(gone).toHaveCount(0);
    await expect(dialog(page)).toBeVisible();
    await expect(pinField(page)).toBeFocused();
    await page.keyboard.type('345');
    await expect(pinField(page)).toHaveValue('12345');

    await page.clock.fastForward('30:01');
    for (const tab of [page, other]) {
      await expect(tab.getByRole('alert').filter({ hasText: EXPIRED })).toBeVisible();
      await expect(tab).toHaveURL('/');
    }
    await signIn(page, people.pharmacist);
    await button(page, 'Riprendi').click();
    await expectStep(page, 'Scarico Prodotti');
    await expect(lines(page, 'Prodotti inseriti')).toContainText(article(5).name);
  },
);
