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

/** Opens the menu of the signed-in user. */
export async function openAccountMenu(page: Page): Promise<void> {
  await account(page).click();
  await expect(account(page)).toHaveAttribute('aria-expanded', 'true');
}
