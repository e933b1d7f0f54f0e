import type { Locator } from '@playwright/test';

/** Opens the list of a choice with the mouse; what is chosen already lies over its field. */
export async function openChoice(field: Locator): Promise<void> {
  await field.page().locator('.ant-select').filter({ has: field }).click();
}

/** Chooses from a list with the mouse, by a part of the name: it opens under its field, and is shorter for every letter. */
export async function choose(field: Locator, name: string): Promise<void> {
  await openChoice(field);
  await field.pressSequentially(name);
  await field.page().getByRole('option', { name }).click();
}
