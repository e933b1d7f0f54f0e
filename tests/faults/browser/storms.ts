import { type Page, expect } from '@playwright/test';
import * as z from 'zod';
import { formatTotal, lineTotal } from '#contract/rules/money.ts';
import { checkboxes, showPurchases } from '#tests/e2e/support/amc.ts';
import { sell } from '#tests/e2e/support/api.ts';
import { article, shopperWithoutPin } from '#tests/e2e/support/demonstration.ts';
import { cancelButton, recreateButton } from '#tests/e2e/support/history.ts';
import { today } from '#tests/e2e/support/period.ts';
import { addProduct, openPatient } from '#tests/e2e/support/sale.ts';
import { NO_FAULT } from '../proxy/fault.ts';
import { type Schedule, scheduleOf } from '../proxy/schedule.ts';
import { dialogMoves, pressOn, ready } from './press-on.ts';
import type { ProxiedDesk } from './proxied-desk.ts';

/** Patients that no other test sells to. */
const FIRST_SHOPPER = 30;

const NOT_BOUGHT = /l'acquisto non risulta registrato/;
const NOT_CANCELLED = /lo storno non risulta registrato/;
const NOT_ORDERED = /non risultano in nessun ordine/;

const TODAY = `dateStart=${today.first}&dateEnd=${today.last}&page=0&size=999999&sort=createTime,desc`;

const made = z.object({
  purchases: z.array(
    z.object({ purchaseId: z.number(), status: z.string(), patient: z.object({ fiscalCode: z.string() }) }),
  ),
});

/** The storm of a seed. The refresh is spared: a session that ends sends the assistant home. */
function stormOf(job: string, seed: number): Schedule {
  const schedule = scheduleOf(`${job} in a browser`, seed);
  return {
    ...schedule,
    next: (callName) => {
      if (callName !== 'auth.refreshTokens') return schedule.next(callName);
      schedule.spare(callName);
      return NO_FAULT;
    },
  };
}

/** Tells the seed and its schedule when some work fails. */
async function inStorm({ proxy }: ProxiedDesk, job: string, seed: number, work: () => Promise<void>): Promise<void> {
  const schedule = stormOf(job, seed);
  proxy.storm(schedule);
  try {
    await work();
  } catch (cause) {
    throw new Error([`${job}, seed ${seed}, failed in this storm:`, ...schedule.story()].join('\n  '), { cause });
  } finally {
    proxy.calm();
  }
}

/** To another screen by the menu, without loading the page anew. */
async function goTo(page: Page, screen: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Menu principale' });
  // The menu writes some names small (§6).
  const name = new RegExp(`^${screen}$`, 'i');
  await menu.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

async function isSaid(page: Page, text: RegExp): Promise<boolean> {
  return page.getByText(text).first().isVisible();
}

/** Today's purchases of the patient of a seed, as the server has them. */
async function purchasesOf({ ask }: ProxiedDesk, seed: number) {
  const { fiscalCode } = shopperWithoutPin(FIRST_SHOPPER + seed);
  const { purchases } = await ask(made, 'GET', `purchases/search?${TODAY}`);
  return purchases.filter(({ patient }) => patient.fiscalCode === fiscalCode);
}

/** Sells in the storm of a seed; answers the purchase's id. */
export async function sellInStorm(desk: ProxiedDesk, seed: number): Promise<number> {
  const { proxy, page } = desk;
  const shopper = shopperWithoutPin(FIRST_SHOPPER + seed);
  const { ean, price } = article(seed);
  const main = page.getByRole('main');
  const moves = [...dialogMoves(page), ready(main, 'Conferma'), ready(main, 'Avanti')];
  const title = (name: string) => page.getByRole('heading', { level: 1, name });

  await goTo(page, 'Ricerca Assistiti');
  await openPatient(page, shopper.fiscalCode);
  await inStorm(desk, 'sale', seed, async () => {
    await pressOn({ proxy, moves, done: title('Scarico Prodotti'), look: () => Promise.resolve() });
    await proxy.hold(true);
    await addProduct(page, { ean, quantity: 1 });
    await proxy.hold(false);
    const look = async () => {
      const isDenied = (await isSaid(page, NOT_BOUGHT)) && !proxy.isMoving();
      if (isDenied) expect(await purchasesOf(desk, seed), 'told not bought').toEqual([]);
    };
    await pressOn({ proxy, moves, done: title('Acquisto completato'), look });
  });
  const residual = shopper.residual.minus(lineTotal(1, price));
  await expect(page.getByRole('region', { name: 'Budget residuo' })).toContainText(formatTotal(residual));
  const purchases = await purchasesOf(desk, seed);
  expect(purchases, 'told bought').toMatchObject([{ status: 'ACTIVE' }]);
  return purchases[0]?.purchaseId ?? 0;
}

/** Orders a purchase in the storm of a seed. */
export async function orderInStorm(desk: ProxiedDesk, seed: number, purchaseId: number): Promise<void> {
  const { proxy, page, ask } = desk;
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
  await inStorm(desk, 'amc-order', seed, async () => {
    const moves = [...dialogMoves(page), ready(main, 'Conferma ordini AMC')];
    const list = page.getByRole('list', { name: 'Acquisti da ordinare' });
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

/** Cancels a purchase, made for that, in the storm of a seed. */
export async function cancelInStorm(desk: ProxiedDesk, seed: number): Promise<void> {
  const { proxy, page, ask } = desk;
  const sale = { shopper: shopperWithoutPin(FIRST_SHOPPER + seed), article: article(seed), quantity: 2 };
  const purchaseId = await sell(ask, sale);
  const statusNow = async () =>
    (await purchasesOf(desk, seed)).find((purchase) => purchase.purchaseId === purchaseId)?.status;

  await goTo(page, 'Storico acquisti');
  await expect(cancelButton(page, purchaseId)).toBeVisible();
  await inStorm(desk, 'cancellation', seed, async () => {
    const moves = [...dialogMoves(page), cancelButton(page, purchaseId).and(page.locator(':enabled'))];
    const look = async () => {
      const isDenied = (await isSaid(page, NOT_CANCELLED)) && !proxy.isMoving();
      if (isDenied) expect(await statusNow(), 'told not cancelled').toBe('ACTIVE');
    };
    await pressOn({ proxy, moves, done: recreateButton(page, purchaseId), look });
  });
  expect(await statusNow(), 'told cancelled').toBe('CANCELLED');
}
