import type { APIRequestContext, Page } from '@playwright/test';
import * as z from 'zod';
import { chooseIdentity } from '#tests/browser/sign-in.ts';
import { expectAccessible, expectNoSidewaysScrolling } from './support/accessibility.ts';
import { checkboxes, orders, searchOrders, showPurchases } from './support/amc.ts';
import { apiOf, sell } from './support/api.ts';
import { article, cancelCodeOf, rejectedOrder, shopperWithoutPin } from './support/demonstration.ts';
import { cancelButton, recreateButton, sellAndShow } from './support/history.ts';
import { people } from './support/people.ts';
import { lastMonth, monthsBefore } from './support/period.ts';
import { button, dialog } from './support/sale.ts';
import { expect, test } from './support/test.ts';

interface Visit {
  readonly username: string;
  /** Which shopper and article of the demonstration data the sales are made of. */
  readonly number: number;
  readonly look: (screen: string) => Promise<void>;
}

const command = z.object({ txCommand: z.object({ txCommandId: z.number() }) });

async function closeDialog(page: Page): Promise<void> {
  await expect(dialog(page).locator(':focus')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
}

/** Goes through the screens of a shop after the sale, and stops at each and at its dialogs. */
async function visitAfterSale(page: Page, request: APIRequestContext, { username, number, look }: Visit) {
  const at = (screen: string) => test.step(screen, () => look(screen));
  const sale = { shopper: shopperWithoutPin(number), article: article(number), quantity: 1 };
  const cancelled = await sellAndShow(page, request, username, sale);
  const ask = await apiOf(page, request);
  const otp = cancelCodeOf(username);
  const { txCommand } = await ask(command, 'POST', `purchases/${cancelled}/cancel/check`);
  await ask(z.unknown(), 'POST', `purchases/${cancelled}/cancel/execute`, { ...txCommand, ...(otp && { otp }) });
  const active = await sell(ask, sale);
  await page.reload();
  await expect(recreateButton(page, cancelled)).toBeVisible();
  await at('history');
  await cancelButton(page, active).click();
  await expect(dialog(page)).toBeVisible();
  await at('dialog of the cancellation');
  await closeDialog(page);
  await recreateButton(page, cancelled).click();
  await expect(dialog(page)).toBeVisible();
  await at('dialog of the cart that is made again');
  await closeDialog(page);

  await page.goto('/prospetto-fatturazione');
  await button(page, 'Esporta dettaglio CSV').click();
  await expect(page.getByRole('main')).toContainText('obbligatoria');
  await at('billing summary');

  await page.goto('/ordini-amc');
  await showPurchases(page, lastMonth);
  await checkboxes(page).first().check();
  await at('AMC orders');

  const { aslName } = rejectedOrder(username);
  await page.goto('/riepilogo-ordini-amc');
  await searchOrders(page, aslName, monthsBefore(2));
  await expect(orders(page).first()).toBeVisible();
  await at('AMC order summary');
}

test('design §5 axe: the screens after the sale have no violation, light', async ({ page, request }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const look = () => expectAccessible(page);
  await visitAfterSale(page, request, { username: people.glutenFreeShop, number: 14, look });
});

test('design §5 axe: the screens after the sale have no violation, dark', async ({ page, request }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const look = () => expectAccessible(page);
  await visitAfterSale(page, request, { username: people.withCancelCode, number: 15, look });
});

test('design §5 narrow: no screen after the sale scrolls sideways at 320 px', async ({ page, request }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const look = () => expectNoSidewaysScrolling(page);
  await visitAfterSale(page, request, { username: people.otherWithCancelCode, number: 16, look });
});

test('design §5 axe: the two screens of a health authority have no violation', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/prospetto-fatturazione');
  await chooseIdentity(page, people.ofHealthAuthority);
  await expect(page.getByRole('combobox', { name: /^Business/ })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/riepilogo-ordini-amc?dateStart=${lastMonth.first}&dateEnd=${lastMonth.last}`);
  await expect(orders(page).first()).toBeVisible();
  await expectAccessible(page);
});
