import { expect, type Locator, type Page } from '@playwright/test';

/** The open dialog. */
export function dialog(page: Page): Locator {
  return page.getByRole('dialog');
}

/** A button of the screen, not of a dialog. The name of an icon may come before the text. */
export function button(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('button', { name: new RegExp(`(^| )${name}$`) });
}

/** The button of the signed-in user's menu. */
export function account(page: Page): Locator {
  return page.getByRole('banner').getByRole('button', { name: /^(Benvenuto|Welcome)/ });
}

/** Follows an entry of the main menu. @param opener the button that opens it on a wide screen, if one does */
export async function openByMenu(page: Page, name: string, opener?: string): Promise<void> {
  const banner = page.getByRole('banner');
  if (opener !== undefined) await banner.getByRole('button', { name: opener, exact: true }).click();
  await banner.getByRole('link', { name: new RegExp(`^${name}$`, 'i') }).click();
}

/** Opens the menu of the signed-in user. */
export async function openAccountMenu(page: Page): Promise<void> {
  await account(page).click();
  await expect(account(page)).toHaveAttribute('aria-expanded', 'true');
}
