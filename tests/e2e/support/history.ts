import { type APIRequestContext, type Locator, type Page, expect } from '@playwright/test';
import { type Sale, apiOf, sell } from './api.ts';
import { signInAs } from './sign-in-as.ts';
import { dialog } from './page-parts.ts';
import { rowsOf } from './table.ts';

/** The rows of the purchase history. */
export function purchases(page: Page): Locator {
  return rowsOf(page, 'Storico acquisti');
}

/** The button that cancels a purchase. */
export function cancelButton(page: Page, purchaseId: number | string): Locator {
  return page.getByRole('button', { name: `Storna l'acquisto ${purchaseId}`, exact: true });
}

/** The button that recreates the cart of a cancelled purchase. */
export function recreateButton(page: Page, purchaseId: number | string): Locator {
  return page.getByRole('button', { name: `Ricrea il carrello dell'acquisto ${purchaseId}`, exact: true });
}

/** The field of the cancellation code. */
export function codeField(page: Page): Locator {
  return dialog(page).getByRole('textbox', { name: 'Codice di conferma' });
}

/** Answers the open dialog. Waits for its animation first, because a click would miss a moving button. */
export async function answer(
  page: Page,
  title: 'Conferma Storno' | 'CONFERMA CREAZIONE CARRELLO',
  choice: 'Sì' | 'No',
): Promise<void> {
  await expect(dialog(page)).toContainText(title);
  await expect(dialog(page)).not.toHaveClass(/zoom/);
  await dialog(page).getByRole('button', { name: choice }).click();
}

/** Chooses the number of rows of a page. */
export async function choosePageSize(page: Page, size: 5 | 10 | 20): Promise<void> {
  await page
    .getByRole('navigation', { name: /^Pagine: / })
    .getByTitle(/pagina$/)
    .click();
  await page.locator('.ant-select-dropdown').getByTitle(`${size}/pagina`).click();
}

/** Signs in, sells by the API and opens the history, which shows the purchase. */
export async function sellAndShow(
  page: Page,
  request: APIRequestContext,
  username: string,
  sale: Sale,
): Promise<number> {
  await signInAs(page, username, '/storico-acquisti');
  await expect(purchases(page).first()).toBeVisible();
  const purchaseId = await sell(await apiOf(page, request), sale);
  await page.reload();
  await expect(cancelButton(page, purchaseId)).toBeVisible();
  return purchaseId;
}
