import { expect } from '@playwright/test';
import { type Visit, lookAtDialog } from './stop.ts';

/** The home page, and what the shell lays over any screen: the palette and the list of shortcuts. */
export async function homeStops(visit: Visit): Promise<void> {
  const { page, look } = visit;
  await look('as it opens');
  const commands = page.getByRole('button', { name: 'Cerca comandi' });
  await commands.press('Enter');
  await lookAtDialog(visit, 'palette');
  await expect(commands).toBeFocused();
  await page.keyboard.press('?');
  await lookAtDialog(visit, 'shortcuts');
  await expect(commands).toBeFocused();
}
