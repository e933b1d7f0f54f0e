import { type APIRequestContext, type Locator, type Page, expect } from '@playwright/test';
import { type Sale, apiOf, sell } from './api.ts';
import { enter } from './enter.ts';
import { dialog } from './sale.ts';
import { rowsOf } from './table.ts';

/** The rows of the purchase history. */
export function purchases(page: Page): Locator {
  return rowsOf(page, 'Storico acquisti');
}

/** The button that cancels a purchase. */
export function cancelButton(page: Page, purchaseId: number | string): Locator {
  return page.getByRole('button', { name: `Storna l'acquisto ${purchaseId}`, exact: true });
}

/** The button that makes the cart of a cancelled purchase again. */
export function recreateButton(page: Page, purchaseId: number | string): Locator {
  return page.getByRole('button', { name: `Ricrea il carrello dell'acquisto ${purchaseId}`, exact: true });
}

/** The field of the cancellation code. */
export function codeField(page: Page): Locator {
  return dialog(page).getByRole('textbox', { name: 'Codice di conferma' });
}

/** Answers the dialog in front. A click would miss a button that still moves. */
export async function answer(
  page: Page,
  title: 'Conferma Storno' | 'CONFERMA CREAZIONE CARRELLO',
  choice: 'Sì' | 'No',
): Promise<void> {
  await expect(dialog(page)).toContainText(title);
  await expect(dialog(page)).not.toHaveClass(/zoom/);
  await dialog(page).getByRole('button', { name: choice }).click();
}

/** Chooses how many rows a page has. */
export async function choosePageSize(page: Page, size: 5 | 10 | 20): Promise<void> {
  await page
    .getByRole('navigation', { name: /^Pagine: / })
    .getByTitle(/pagina$/)
    .click();
  await page.locator('.ant-select-dropdown').getByTitle(`${size}/pagina`).click();
}

/** Signs in, sells by the API alone, and shows the history, in which the purchase stands. */
export async function sellAndShow(
  page: Page,
  request: APIRequestContext,
  username: string,
  sale: Sale,
): Promise<number> {
  await enter(page, username, '/storico-acquisti');
  await expect(purchases(page).first()).toBeVisible();
  const purchaseId = await sell(await apiOf(page, request), sale);
  await page.reload();
  await expect(cancelButton(page, purchaseId)).toBeVisible();
  return purchaseId;
}
