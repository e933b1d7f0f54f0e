import { type Page, expect } from '@playwright/test';
import { paths } from '#src/providers/paths.ts';
import { expectAccessible } from './accessibility.ts';
import { orders } from './amc.ts';
import type { ViewCheck } from './view-check.ts';
import { expectNotice } from './notices.ts';
import { button, openAccountMenu } from './page-parts.ts';
import { type ScreenUnderTest, checkDialog } from './screen-states.ts';
import { intercept } from './intercept.ts';

const PHONE = { width: 360, height: 900 };
const MY_BUSINESSES = '**/businesses/me/list';
const OTHER_BUSINESSES = [
  { businessId: 900_001, companyName: 'Erboristeria Lentisco e Mirto di Tortolì S.n.c.' },
  { businessId: 900_002, companyName: 'Farmacia Cala Quieta S.r.l.' },
];
const SEARCH = '**/amc/orders/search**';
const NO_ORDERS = { data: { orders: [], pagination: { page: 0, pageSize: 20, totalCount: 0, totalPages: 0 } } };
const SUPPORT_CODE = '**/assets/information-*.js';
/** A step of the clock, in ms: a ping to the server has five of them to be answered. */
const STEP_MS = 1000;
const EVERY_CALL = '**/api/v1/**';

/** Gives the user two more businesses, so that the shell offers the switch. */
export async function withOtherBusinesses(page: Page): Promise<void> {
  await intercept(page, MY_BUSINESSES, async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: { businesses: object[] } };
    await route.fulfill({ response, json: { data: { businesses: [...data.businesses, ...OTHER_BUSINESSES] } } });
  });
}

/** The home page, and what the shell shows above any screen: the palette, the list of shortcuts, and its menus. */
export async function homeStates(screen: ScreenUnderTest): Promise<void> {
  const { page, check } = screen;
  await check('as it opens');
  const commands = page.getByRole('button', { name: 'Cerca comandi' });
  await commands.click();
  await checkDialog(screen, 'palette');
  await expect(commands).toBeFocused();
  await page.keyboard.press('?');
  await checkDialog(screen, 'shortcuts');
  await expect(commands).toBeFocused();

  await openAccountMenu(page);
  const switching = page.getByRole('button', { name: 'Cambia Business' });
  await switching.click();
  await check('choice of the business');
  await page.keyboard.press('Escape');
  await expect(switching).toBeFocused();

  const usual = page.viewportSize();
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Ordini AMC', exact: true })).toBeVisible();
  // A wide screen has no menu button, so the focus moves to the next element.
  await page.keyboard.press('Tab');
  await check('menu of a phone');
  if (usual) await page.setViewportSize(usual);
}

/** Runs in the page: notices stay until they are checked. */
function holdNotices(): void {
  const NOTICES_MS = [3000, 5000, 10_000];
  const start = window.setTimeout.bind(window);
  Object.assign(window, {
    setTimeout: (work: () => void, ms = 0) => (NOTICES_MS.includes(ms) ? 0 : start(work, ms)),
  });
}

/** All alerts at once on a search screen: one of each kind, the end of the session, and no connection. */
export async function alertStates({ page, check }: ScreenUnderTest): Promise<void> {
  const search = () => button(page, 'Ricerca Ordini AMC').click();
  await page.evaluate(holdNotices);
  await search();
  await expectNotice(page, 'Ordini trovati!');
  await intercept(page, '**/csv', () => undefined);
  await orders(page).first().getByRole('button', { name: /CSV/ }).click();
  await expectNotice(page, 'Download in corso');
  await intercept(page, SEARCH, (route) => route.fulfill({ json: NO_ORDERS }));
  await search();
  await expectNotice(page, 'Nessun ordine trovato');
  await intercept(page, SEARCH, (route) => route.fulfill({ status: 500, json: { status: { trace: 'trace-1' } } }));
  await search();
  await expectNotice(page, 'Si è vericato un errore 500');
  await intercept(page, EVERY_CALL, (route) => route.fulfill({ status: 403, json: {} }));
  await search();
  await expectNotice(page, 'La sessione è scaduta, accedi di nuovo');
  await page.context().setOffline(true);
  await expect(page.getByText('Connessione assente')).toBeVisible();
  await check('alerts of each kind, and no connection');
  await page.context().setOffline(false);
}

/** The pages that replace the portal when the code of a screen does not load, and when the portal cannot start. */
export async function failureStates(page: Page, check: ViewCheck): Promise<void> {
  await page.clock.install();
  await intercept(page, SUPPORT_CODE, (route) => route.abort());
  const asked = page.waitForRequest(SUPPORT_CODE);
  await page.goto(paths.support);
  await asked;
  await expect(page.getByRole('status').filter({ hasText: 'Caricamento in corso…' })).toBeVisible();
  // One jump to the end may abort a ping. The server then counts as unreachable, and the next jump aborts the next ping.
  const headings = async () => {
    await page.clock.runFor(STEP_MS);
    return page.getByRole('heading', { level: 1 }).allTextContents();
  };
  await expect.poll(headings, { intervals: [50], timeout: 60_000 }).toEqual(['Unexpected Application Error!']);
  await check('a screen that does not come');
  await page.unroute(SUPPORT_CODE);
  await intercept(page, '/config.json', (route) => route.fulfill({ json: {} }));
  for (const theme of ['dark', 'light'] as const) {
    // The page replaces the portal, which would follow the system's theme, and keeps the theme with which it opens.
    await page.emulateMedia({ colorScheme: theme });
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Il portale non è configurato correttamente');
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await expectAccessible(page);
  }
}
