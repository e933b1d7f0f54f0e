import type { Locator, Page } from '@playwright/test';

/** The open dialog. */
export function dialog(page: Page): Locator {
  return page.getByRole('dialog');
}

/** A button of the screen, not of a dialog. The name of an icon may come before the text. */
export function button(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('button', { name: new RegExp(`(^| )${name}$`) });
}
