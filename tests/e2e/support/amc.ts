import { type Locator, type Page, expect } from '@playwright/test';
import * as z from 'zod';
import { groupBy } from '#contract/group-by.ts';
import type { Ask } from './api.ts';
import { type PastPurchase, pastPurchase } from './demonstration.ts';
import { type Period, chooseCounterparty, typePeriod } from './period.ts';
import { button } from './page-parts.ts';
import { rowsOf } from './table.ts';

const ids = z.object({ purchases: z.array(z.object({ purchaseId: z.number() })) });

const counted = z.object({ pagination: z.object({ totalCount: z.number() }) });

/** The purchases of a period without an AMC order, newest first, from the API. */
export async function orderablePurchases(ask: Ask, { first, last }: Period): Promise<PastPurchase[]> {
  const period = `dateStart=${first}&dateEnd=${last}&excludeAmc=true&purchaseStatusList=ACTIVE`;
  const search = `purchases/search?${period}&page=0&size=999999&sort=createTime,desc`;
  const { purchases } = await ask(ids, 'GET', search);
  return purchases.map(({ purchaseId }) => pastPurchase(purchaseId));
}

/** Those of the purchases that belong to the payer of most of them. */
export function ofMainPayer(purchases: readonly PastPurchase[]): readonly PastPurchase[] {
  const payers = groupBy(purchases, ({ aslId }) => aslId);
  return [...payers.values()].reduce((most, some) => (some.length > most.length ? some : most), []);
}

/** The number of orders of a period that an authority pays, from the API. */
export async function countOrders(ask: Ask, aslId: number, { first, last }: Period): Promise<number> {
  const search = `amc/orders/search?aslId=${aslId}&dateStart=${first}&dateEnd=${last}&page=0&size=1&sort=createTime,desc`;
  const { pagination } = await ask(counted, 'GET', search);
  return pagination.totalCount;
}

/** The checkboxes of the orderable purchases: those of a page of the table, or of the list of all. */
export function checkboxes(page: Page): Locator {
  return page.getByLabel('Acquisti da ordinare').getByRole('checkbox');
}

/** Types a period and shows its purchases. */
export async function showPurchases(page: Page, period: Period): Promise<void> {
  await typePeriod(page, period);
  await button(page, 'Mostra acquisti').click();
}

/** Orders the selected purchases and confirms the summary of the orders. */
export async function confirmOrders(page: Page): Promise<void> {
  await button(page, 'Conferma ordini AMC').click();
  const question = page.getByRole('dialog', { name: 'Conferma ordini AMC' });
  await question.getByRole('button', { name: /^Sì, ordina / }).click();
}

/** The orders that were found. */
export function orders(page: Page): Locator {
  return rowsOf(page, 'Ordini AMC trovati');
}

/** Goes to the summary of the orders by the menu. */
export async function openSummary(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'AMC' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Riepilogo Ordini AMC' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Riepilogo Ordini AMC');
}

/** Searches the orders of a period by their payer. */
export async function searchOrders(page: Page, aslName: string, period: Period): Promise<void> {
  await chooseCounterparty(page, aslName);
  await typePeriod(page, period);
  await button(page, 'Ricerca Ordini AMC').click();
}

/** Repeats the search until the bus has accepted an order of each amount. */
export async function untilAccepted(page: Page, amounts: readonly string[]): Promise<void> {
  await expect(async () => {
    await button(page, 'Ricerca Ordini AMC').click();
    for (const amount of amounts) {
      const accepted = orders(page).filter({ hasText: amount }).filter({ hasText: 'Accettato' });
      await expect(accepted).not.toHaveCount(0, { timeout: 5000 });
    }
  }).toPass({ timeout: 60_000 });
}
