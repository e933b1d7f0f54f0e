import type { Locator, Page } from '@playwright/test';

/** The dialog in front, whatever it asks. */
export function dialog(page: Page): Locator {
  return page.getByRole('dialog');
}

/** A button of the screen itself, not of a dialog in front of it; its icon may have a name too. */
export function button(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('button', { name: new RegExp(`(^| )${name}$`) });
}
