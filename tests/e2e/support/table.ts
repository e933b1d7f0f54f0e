import type { Locator, Page } from '@playwright/test';

/** The rows of a table, without its header. */
export function rowsOf(page: Page, table: 'Storico acquisti' | 'Ordini AMC trovati'): Locator {
  const cell = page.getByRole('cell');
  return page.getByRole('table', { name: table }).getByRole('row').filter({ has: cell });
}
