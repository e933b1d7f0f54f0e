import type { Locator } from '@playwright/test';

/** Opens the list of a select with the mouse. The selected value covers the field. */
export async function openChoice(field: Locator): Promise<void> {
  await field.page().locator('.ant-select').filter({ has: field }).click();
}

/** Chooses an option with the mouse. Typing a part of the name first shortens the list, which opens below the field. */
export async function choose(field: Locator, name: string): Promise<void> {
  await openChoice(field);
  await field.pressSequentially(name);
  await field.page().getByRole('option', { name }).click();
}
