import { type Page, expect } from '@playwright/test';
import * as z from 'zod';
import { checkboxes, orders, searchOrders, showPurchases } from './amc.ts';
import { apiOf, sell } from './api.ts';
import { openChoice } from './choice.ts';
import { article, cancelCodeOf, rejectedOrder, shopperWithoutPin } from './demonstration.ts';
import { cancelButton, recreateButton } from './history.ts';
import { activeOption, counterpartyField, lastMonth, monthsBefore, typePeriod } from './period.ts';
import { button } from './page-parts.ts';
import { alertStates } from './shell-states.ts';
import { type ScreenUnderTest, checkDialog } from './screen-states.ts';
import { intercept } from './intercept.ts';

const command = z.object({ txCommand: z.object({ txCommandId: z.number() }) });
const ASKED_NO_CODE = { data: { txCommand: { txCommandId: 1, otpRequired: false } } };
const CANCEL_CHECK = '**/cancel/check';

/** An active and a cancelled purchase of the demonstration patients with this number. */
async function onePurchaseOfEach({ page, request, username }: ScreenUnderTest) {
  const sale = { shopper: shopperWithoutPin(14), article: article(14), quantity: 1 };
  const ask = await apiOf(page, request);
  const cancelled = await sell(ask, sale);
  const { txCommand } = await ask(command, 'POST', `purchases/${cancelled}/cancel/check`);
  const otp = cancelCodeOf(username);
  await ask(z.unknown(), 'POST', `purchases/${cancelled}/cancel/execute`, { ...txCommand, ...(otp && { otp }) });
  return { cancelled, active: await sell(ask, sale) };
}

/** The history with its three dialogs. */
export async function historyStates(screen: ScreenUnderTest): Promise<void> {
  const { page, check } = screen;
  const { cancelled, active } = await onePurchaseOfEach(screen);
  await page.reload();
  await expect(recreateButton(page, cancelled)).toBeVisible();
  await check('history');
  await cancelButton(page, active).click();
  await checkDialog(screen, 'code of the cancellation');
  await intercept(page, CANCEL_CHECK, (route) => route.fulfill({ json: ASKED_NO_CODE }));
  await cancelButton(page, active).click();
  await checkDialog(screen, 'confirmation of the cancellation');
  await page.unroute(CANCEL_CHECK);
  await recreateButton(page, cancelled).click();
  await checkDialog(screen, 'cart that is made again');
}

/** The form of the billing summary with errors, and the list of its select. */
export async function billingStates({ page, check }: ScreenUnderTest): Promise<void> {
  await button(page, 'Esporta dettaglio CSV').click();
  await expect(page.getByRole('main')).toContainText('obbligatoria');
  await check('billing summary');
  await openChoice(counterpartyField(page));
  await expect(activeOption(page)).toBeInViewport();
  await check('a list of choices');
  await page.keyboard.press('Escape');
  await expect(activeOption(page)).toBeHidden();
}

/** The list of purchases to order, with one of them selected. */
export async function amcOrderStates({ page, check }: ScreenUnderTest): Promise<void> {
  await showPurchases(page, lastMonth);
  await checkboxes(page).first().check();
  await check('AMC orders');
}

async function checkOrders(page: Page, screen: ScreenUnderTest): Promise<void> {
  await expect(orders(page).first()).toBeVisible();
  await screen.check('AMC order summary');
}

/** The orders that a shop has found, including a rejected one. */
export async function amcSummaryStates(screen: ScreenUnderTest): Promise<void> {
  await searchOrders(screen.page, rejectedOrder(screen.username).aslName, monthsBefore(2));
  await checkOrders(screen.page, screen);
}

/** The orders that a health authority has found, below each kind of alert of the shell. */
export async function paidOrderStates(screen: ScreenUnderTest): Promise<void> {
  await typePeriod(screen.page, lastMonth);
  await button(screen.page, 'Ricerca Ordini AMC').click();
  await checkOrders(screen.page, screen);
  await alertStates(screen);
}
