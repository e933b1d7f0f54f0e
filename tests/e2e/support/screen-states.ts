import { type APIRequestContext, type Page, expect } from '@playwright/test';
import type { ViewCheck } from './view-check.ts';
import { dialog } from './page-parts.ts';

/** An open screen, its check, and the signed-in user. */
export interface ScreenUnderTest {
  readonly page: Page;
  readonly request: APIRequestContext;
  readonly check: ViewCheck;
  /** The signed-in user; '' for a guest. */
  readonly username: string;
}

/** Brings an open screen into each of its states and checks each. */
export type ScreenStates = (screen: ScreenUnderTest) => Promise<void>;

/** A container with the focus takes no keys. Where there is nothing to type or press, antd's container has it. */
const CONTROLS = 'input, textarea, select, button:not([aria-label="Chiudi la finestra"])';

/** Checks the open dialog and closes it. The focus must move into the dialog, and must not be lost afterwards. */
export async function checkDialog({ page, check }: ScreenUnderTest, name: string): Promise<void> {
  await expect(dialog(page)).toBeVisible();
  const controls = dialog(page).locator(CONTROLS);
  const mayHaveIt = (await controls.count()) > 0 ? controls : dialog(page).locator('*');
  await expect(mayHaveIt.and(page.locator(':focus'))).toBeAttached();
  await check(name);
  // The first Escape closes an open list of the dialog.
  await expect(async () => {
    if (await dialog(page).isVisible()) await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden({ timeout: 1000 });
  }).toPass();
  await expect(page.locator(':focus')).toBeVisible();
}
