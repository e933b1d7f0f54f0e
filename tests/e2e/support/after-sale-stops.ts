import { type Page, expect } from '@playwright/test';
import * as z from 'zod';
import { checkboxes, orders, searchOrders, showPurchases } from './amc.ts';
import { apiOf, sell } from './api.ts';
import { openChoice } from './choice.ts';
import { article, cancelCodeOf, rejectedOrder, shopperWithoutPin } from './demonstration.ts';
import { cancelButton, recreateButton } from './history.ts';
import { activeOption, counterpartyField, lastMonth, monthsBefore, typePeriod } from './period.ts';
import { button } from './sale.ts';
import { alertStops } from './shell-stops.ts';
import { type Visit, lookAtDialog } from './stop.ts';
import { intercept } from './intercept.ts';

const command = z.object({ txCommand: z.object({ txCommandId: z.number() }) });
const ASKED_NO_CODE = { data: { txCommand: { txCommandId: 1, otpRequired: false } } };
const CANCEL_CHECK = '**/cancel/check';

/** A purchase that may be cancelled and one that was, of the demonstration data's shoppers of that number. */
async function onePurchaseOfEach({ page, request, username }: Visit) {
  const sale = { shopper: shopperWithoutPin(14), article: article(14), quantity: 1 };
  const ask = await apiOf(page, request);
  const cancelled = await sell(ask, sale);
  const { txCommand } = await ask(command, 'POST', `purchases/${cancelled}/cancel/check`);
  const otp = cancelCodeOf(username);
  await ask(z.unknown(), 'POST', `purchases/${cancelled}/cancel/execute`, { ...txCommand, ...(otp && { otp }) });
  return { cancelled, active: await sell(ask, sale) };
}

/** The history with its three dialogs. */
export async function historyStops(visit: Visit): Promise<void> {
  const { page, look } = visit;
  const { cancelled, active } = await onePurchaseOfEach(visit);
  await page.reload();
  await expect(recreateButton(page, cancelled)).toBeVisible();
  await look('history');
  await cancelButton(page, active).click();
  await lookAtDialog(visit, 'code of the cancellation');
  await intercept(page, CANCEL_CHECK, (route) => route.fulfill({ json: ASKED_NO_CODE }));
  await cancelButton(page, active).click();
  await lookAtDialog(visit, 'confirmation of the cancellation');
  await page.unroute(CANCEL_CHECK);
  await recreateButton(page, cancelled).click();
  await lookAtDialog(visit, 'cart that is made again');
}

/** The form of the billing summary, refused, and the list of its choice. */
export async function billingStops({ page, look }: Visit): Promise<void> {
  await button(page, 'Esporta dettaglio CSV').click();
  await expect(page.getByRole('main')).toContainText('obbligatoria');
  await look('billing summary');
  await openChoice(counterpartyField(page));
  await expect(activeOption(page)).toBeInViewport();
  await look('a list of choices');
  await page.keyboard.press('Escape');
  await expect(activeOption(page)).toBeHidden();
}

/** Purchases to order, one of them chosen. */
export async function amcOrderStops({ page, look }: Visit): Promise<void> {
  await showPurchases(page, lastMonth);
  await checkboxes(page).first().check();
  await look('AMC orders');
}

async function lookAtOrders(page: Page, visit: Visit): Promise<void> {
  await expect(orders(page).first()).toBeVisible();
  await visit.look('AMC order summary');
}

/** The orders that a shop has found, a rejected one among them. */
export async function amcSummaryStops(visit: Visit): Promise<void> {
  await searchOrders(visit.page, rejectedOrder(visit.username).aslName, monthsBefore(2));
  await lookAtOrders(visit.page, visit);
}

/** The orders that a health authority has found, and what the shell may have to say over them. */
export async function paidOrderStops(visit: Visit): Promise<void> {
  await typePeriod(visit.page, lastMonth);
  await button(visit.page, 'Ricerca Ordini AMC').click();
  await lookAtOrders(visit.page, visit);
  await alertStops(visit);
}
