import { type APIRequestContext, type Page, expect } from '@playwright/test';
import type { Look } from './look.ts';
import { dialog } from './sale.ts';

/** A screen that is open, who looks at it, and whose it is. */
export interface Visit {
  readonly page: Page;
  readonly request: APIRequestContext;
  readonly look: Look;
  /** Who is signed in; '' for nobody. */
  readonly username: string;
}

/** Brings an open screen to each of its states and looks at it there. */
export type Stops = (visit: Visit) => Promise<void>;

/** Looks at the dialog in front and closes it; the focus must have gone in, and must not be lost afterwards. */
export async function lookAtDialog({ page, look }: Visit, name: string): Promise<void> {
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).locator(':focus')).toBeAttached();
  await look(name);
  // The first one closes the list of a choice in the dialog, where there is one.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden({ timeout: 1000 });
  }).toPass();
  await expect(page.locator(':focus')).toBeVisible();
}
