import type { BrowserContext, Page } from '@playwright/test';
import { newerThanOldest } from '#scripts/oldest-browsers.ts';
import { paths } from '#src/providers/paths.ts';
import { article, shopperWithoutPin } from './support/demonstration.ts';
import { button } from './support/page-parts.ts';
import { people } from './support/people.ts';
import { addProduct, buy, lines, openCart, openPatient } from './support/sale.ts';
import { signInAs } from './support/sign-in-as.ts';
import { expect, test } from './support/test.ts';

type Newer = Awaited<ReturnType<typeof newerThanOldest>>;

/** Runs in the page before anything else: takes away what one of the oldest browsers lacks. */
function takeAway({ classes, members }: Newer): void {
  const world = window as unknown as Record<string, { readonly prototype?: object } | undefined>;
  for (const { owner, name, isStatic } of members) {
    const holder =
      owner === 'Window'
        ? (window as { readonly prototype?: object })
        : (world[owner] ?? (Intl as unknown as typeof world)[owner]);
    for (const place of [holder, isStatic ? undefined : holder?.prototype])
      if (place) Reflect.deleteProperty(place, name);
  }
  for (const place of [window, Intl]) for (const name of classes) Reflect.deleteProperty(place, name);
}

/** By how many px the page scrolls sideways. A table may: without `@container` its rows cannot be stacked. */
function pageOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Makes of a style sheet what a browser reads of it that knows neither `:has` nor `@container`. */
function withoutNewerRules(css: string): string {
  return css
    .replaceAll(':has(', ':-unknown(')
    .replaceAll('@container', '@-unknown')
    .replaceAll('container-type', '-unknown')
    .replaceAll('/ ""', '/ unknown');
}

async function makeOld(context: BrowserContext): Promise<void> {
  await context.addInitScript(takeAway, await newerThanOldest());
  await context.route(/\.css(\?|$)/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: withoutNewerRules(await response.text()) });
  });
}

for (const viewport of [
  { width: 1280, height: 900 },
  { width: 360, height: 740 },
]) {
  test(`design §5 browsers: a sale and a list in the oldest ones, ${viewport.width} px wide`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize(viewport);
    await makeOld(context);
    const shopper = shopperWithoutPin(viewport.width === 360 ? 6 : 29);
    await signInAs(page, people.pharmacist, paths.patientSearch);
    const hasNewer = () => page.evaluate(() => 'withResolvers' in Promise || 'checkVisibility' in document.body);
    await expect.poll(hasNewer).toBe(false);
    await openPatient(page, shopper.fiscalCode);
    await openCart(page, shopper.pin);
    await addProduct(page, { ean: article(3).ean, quantity: 2 });
    await buy(page, shopper.pin);
    await expect(lines(page, 'Prodotti acquistati')).toHaveCount(1);
    await expect.poll(() => pageOverflow(page)).toBe(0);

    await page.goto(paths.purchaseHistory);
    // Other tests sell too.
    const sold = page.locator('main tr[data-row-key]', { hasText: shopper.lastName }).first();
    await expect(sold).toBeVisible();
    await expect.poll(() => pageOverflow(page)).toBe(0);
    await sold
      .getByRole('button', { name: /ricevuta/i })
      .first()
      .click({ trial: true });

    await page.goto(paths.home);
    await expect(page.locator('main canvas')).toHaveCount(3);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Cerca comandi' }).getByRole('option').first()).toBeVisible();
    await page.goto(paths.storeLocator);
    await expect(page.locator('main .carousel__page li').first()).toBeVisible();
    await page.goto(paths.legalNotes);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}

for (const [name, spoil] of [
  ['whose styles are older', () => (CSS.supports = () => false)],
  ['without a function that every current one has', () => Reflect.deleteProperty(Array.prototype, 'findLast')],
  ['without any of these', () => Reflect.deleteProperty(window, 'CSS')],
] as const) {
  test(`design §5 browsers: one ${name} gets a page that says what to do`, async ({ page, context }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await context.addInitScript(spoil);
    await page.goto(paths.patientSearch);
    await expect(page.getByText('Questo browser è troppo vecchio per il portale.')).toBeVisible();
    await expect(page.getByText('This browser is too old for the portal.')).toBeVisible();
    await expect(page.getByText('Il portale si sta aprendo.')).toBeHidden();
    await expect(button(page, 'Cerca')).toHaveCount(0);
    expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
  });
}
