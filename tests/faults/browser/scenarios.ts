import { type Page, expect } from '@playwright/test';
import * as z from 'zod';
import { formatTotal, lineTotal } from '#contract/rules/money.ts';
import { checkboxes, showPurchases } from '#tests/e2e/support/amc.ts';
import { sell } from '#tests/e2e/support/api.ts';
import { type Shopper, article, shopperWithoutPin } from '#tests/e2e/support/demonstration.ts';
import { ageUnconfirmed } from '#tests/e2e/support/unconfirmed.ts';
import { cancelButton, choosePageSize, recreateButton } from '#tests/e2e/support/history.ts';
import { today } from '#tests/e2e/support/period.ts';
import { button } from '#tests/e2e/support/page-parts.ts';
import { addProduct, expectStep, openPatient } from '#tests/e2e/support/sale.ts';
import { NO_FAULT, holding } from '../proxy/fault.ts';
import { type Schedule, scheduleOf, withFault } from '../proxy/schedule.ts';
import { dialogMoves, pressOn, ready } from './press-on.ts';
import type { ProxiedPage } from './proxied-page.ts';

/** The index of the first patient of these scenarios. No other test sells to them. */
const FIRST_SHOPPER = 30;
const FIRST_OF_RELOADED = 50;

const NOT_BOUGHT = /l'acquisto non risulta registrato/;
const NOT_CANCELLED = /lo storno non risulta registrato/;
const NOT_ORDERED = /non risultano in nessun ordine/;

const TODAY = `dateStart=${today.first}&dateEnd=${today.last}&page=0&size=999999&sort=createTime,desc`;

const made = z.object({
  purchases: z.array(
    z.object({ purchaseId: z.number(), status: z.string(), patient: z.object({ fiscalCode: z.string() }) }),
  ),
});

/** The faults of a seed. The refresh has none, because the assistant would go home at the end of a session. */
function scheduleOfSeed(scenario: string, seed: number): Schedule {
  return withFault(scheduleOf(`${scenario} in a browser`, seed), 'auth.refreshTokens', NO_FAULT);
}

/** Runs the work with the faults of a schedule. Its error names the seed and the schedule. */
async function inScenario(
  { proxy }: ProxiedPage,
  scenario: string,
  seed: number,
  schedule: Schedule,
  work: () => Promise<void>,
): Promise<void> {
  proxy.scenario(schedule);
  try {
    await work();
  } catch (cause) {
    const repeat = `again by: npx playwright test tests/faults -g 'seed ${seed}$'`;
    throw new Error([`${scenario}, seed ${seed}, failed in this scenario:`, ...schedule.story(), repeat].join('\n  '), {
      cause,
    });
  } finally {
    proxy.calm();
  }
}

/** Goes to another screen by the menu, without reloading the page. */
async function goTo(page: Page, screen: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Menu principale' });
  // The menu writes some names in lower case (§6).
  const name = new RegExp(`^${screen}$`, 'i');
  const link = page.getByRole('link', { name, includeHidden: true });
  if (!(await menu.getByRole('link', { name }).isVisible()))
    await menu.locator('.dropdown').filter({ has: link }).getByRole('button').click();
  await menu.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

async function isSaid(page: Page, text: RegExp): Promise<boolean> {
  return page.getByText(text).first().isVisible();
}

/** Today's purchases of a patient, from the server. */
async function purchasesOf({ ask }: ProxiedPage, { fiscalCode }: Shopper) {
  const { purchases } = await ask(made, 'GET', `purchases/search?${TODAY}`);
  return purchases.filter(({ patient }) => patient.fiscalCode === fiscalCode);
}

/** Sells with the faults of a seed. Returns the id of the purchase. */
export async function sellInScenario(proxiedPage: ProxiedPage, seed: number): Promise<number> {
  const { proxy, page } = proxiedPage;
  const shopper = shopperWithoutPin(FIRST_SHOPPER + seed);
  const { ean, price } = article(seed);
  const main = page.getByRole('main');
  const moves = [...dialogMoves(page), ready(main, 'Conferma'), ready(main, 'Avanti')];
  const title = (name: string) => page.getByRole('heading', { level: 1, name });

  await goTo(page, 'Ricerca Assistiti');
  await openPatient(page, shopper.fiscalCode);
  await inScenario(proxiedPage, 'sale', seed, scheduleOfSeed('sale', seed), async () => {
    await pressOn({ proxy, moves, done: title('Scarico Prodotti'), look: () => Promise.resolve() });
    await proxy.hold(true);
    await addProduct(page, { ean, quantity: 1 });
    await proxy.hold(false);
    const look = async () => {
      const isDenied = (await isSaid(page, NOT_BOUGHT)) && !proxy.isMoving();
      if (isDenied) expect(await purchasesOf(proxiedPage, shopper), 'told not bought').toEqual([]);
    };
    await pressOn({ proxy, moves, done: title('Acquisto completato'), look });
  });
  const residual = shopper.residual.minus(lineTotal(1, price));
  await expect(page.getByRole('region', { name: 'Budget residuo' })).toContainText(formatTotal(residual));
  const purchases = await purchasesOf(proxiedPage, shopper);
  expect(purchases, 'told bought').toMatchObject([{ status: 'ACTIVE' }]);
  return purchases[0]?.purchaseId ?? 0;
}

/** Reloads the page during a purchase with the faults of a seed, and expects the portal to report the outcome. */
export async function reloadInScenario(proxiedPage: ProxiedPage, seed: number): Promise<void> {
  const { proxy, page } = proxiedPage;
  const shopper = shopperWithoutPin(FIRST_OF_RELOADED + seed);
  const main = page.getByRole('main');
  const yes = ready(page.getByRole('dialog'), 'Sì');
  const bought = page.getByText("L'ultimo acquisto è andato a buon fine");
  const offered = page.getByText('Carrello non concluso');

  await goTo(page, 'Ricerca Assistiti');
  await openPatient(page, shopper.fiscalCode);
  await button(page, 'Avanti').click();
  await yes.click();
  await expectStep(page, 'Scarico Prodotti');
  await addProduct(page, { ean: article(seed).ean, quantity: 1 });
  await button(page, 'Avanti').click();
  await button(page, 'Conferma').click();
  await expect(yes).toBeVisible();
  const { fault, letGo } = holding(seed % 2 === 0 ? 'before' : 'after');
  const schedule = withFault(scheduleOfSeed('reloaded sale', seed), 'purchases.execute', fault);
  await inScenario(proxiedPage, 'reloaded sale', seed, schedule, async () => {
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/execute'));
    await yes.click();
    await sent;
    await page.reload();
    letGo();
    const look = async () => {
      if (!(await isSaid(page, /può essere ancora in elaborazione/))) return;
      await proxy.settled();
      await ageUnconfirmed(page);
      await page.reload();
    };
    await pressOn({ proxy, moves: dialogMoves(page), done: bought.or(offered), look });
  });
  const isBought = await bought.isVisible();
  expect(await purchasesOf(proxiedPage, shopper), isBought ? 'told bought' : 'told not bought').toHaveLength(
    isBought ? 1 : 0,
  );
  await ready(main, isBought ? 'Chiudi' : 'Abbandona').click();
  await expect(bought.or(offered)).toBeHidden();
}

/** Orders a purchase with the faults of a seed. */
export async function orderInScenario(proxiedPage: ProxiedPage, seed: number, purchaseId: number): Promise<void> {
  const { proxy, page, ask } = proxiedPage;
  const main = page.getByRole('main');
  const mine = checkboxes(page).and(page.getByRole('checkbox', { name: new RegExp(`Acquisto ${purchaseId} `) }));
  const isOrderable = async () => {
    const search = `purchases/search?${TODAY}&excludeAmc=true&purchaseStatusList=ACTIVE`;
    const { purchases } = await ask(made, 'GET', search);
    return purchases.some((purchase) => purchase.purchaseId === purchaseId);
  };

  await goTo(page, 'Ordini AMC');
  await showPurchases(page, today);
  await mine.check();
  await inScenario(proxiedPage, 'amc-order', seed, scheduleOfSeed('amc-order', seed), async () => {
    const moves = [...dialogMoves(page), ready(main, 'Conferma ordini AMC')];
    const list = page.getByLabel('Acquisti da ordinare');
    const none = page.getByText('Nessun acquisto trovato per il periodo selezionato.');
    const done = main.filter({ has: list.or(none), hasNot: mine });
    const look = async () => {
      const isDenied = (await isSaid(page, NOT_ORDERED)) && !proxy.isMoving();
      if (isDenied) expect(await isOrderable(), 'told not ordered').toBe(true);
    };
    await pressOn({ proxy, moves, done, look });
  });
  expect(await isOrderable(), 'told ordered').toBe(false);
}

/** Sells by the API, then cancels the purchase with the faults of a seed. */
export async function cancelInScenario(proxiedPage: ProxiedPage, seed: number): Promise<void> {
  const { proxy, page, ask } = proxiedPage;
  const shopper = shopperWithoutPin(FIRST_SHOPPER + seed);
  const sale = { shopper, article: article(seed), quantity: 2 };
  const purchaseId = await sell(ask, sale);
  const statusNow = async () =>
    (await purchasesOf(proxiedPage, shopper)).find((purchase) => purchase.purchaseId === purchaseId)?.status;

  await goTo(page, 'Storico acquisti');
  // Other scenarios of the same shop sell at the same time.
  await choosePageSize(page, 20);
  await expect(cancelButton(page, purchaseId)).toBeVisible();
  await inScenario(proxiedPage, 'cancellation', seed, scheduleOfSeed('cancellation', seed), async () => {
    const moves = [...dialogMoves(page), cancelButton(page, purchaseId).and(page.locator(':enabled'))];
    const look = async () => {
      const isDenied = (await isSaid(page, NOT_CANCELLED)) && !proxy.isMoving();
      if (isDenied) expect(await statusNow(), 'told not cancelled').toBe('ACTIVE');
    };
    await pressOn({ proxy, moves, done: recreateButton(page, purchaseId), look });
  });
  expect(await statusNow(), 'told cancelled').toBe('CANCELLED');
}
