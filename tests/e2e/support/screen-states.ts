import { type APIRequestContext, type Page, expect } from '@playwright/test';
import type { ViewCheck } from './view-check.ts';
import { dialog } from './sale.ts';

/** An open screen, what checks it, and who is signed in. */
export interface ScreenUnderTest {
  readonly page: Page;
  readonly request: APIRequestContext;
  readonly check: ViewCheck;
  /** Who is signed in; '' for nobody. */
  readonly username: string;
}

/** Brings an open screen to each of its states, and checks each. */
export type ScreenStates = (screen: ScreenUnderTest) => Promise<void>;

/** Checks the dialog in front and closes it. The focus must go in, and must not be lost afterwards. */
export async function checkDialog({ page, check }: ScreenUnderTest, name: string): Promise<void> {
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).locator(':focus')).toBeAttached();
  await check(name);
  // The first one closes the list of a choice in the dialog, where there is one.
  await expect(async () => {
    if (await dialog(page).isVisible()) await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden({ timeout: 1000 });
  }).toPass();
  await expect(page.locator(':focus')).toBeVisible();
}
