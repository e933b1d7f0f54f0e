import { type Locator, type Page, expect } from '@playwright/test';
import type { ScreenStates } from './screen-states.ts';

/** The cards of the carousel. */
export function carousel(page: Page): Locator {
  return page.getByRole('region', { name: 'Sfoglia i punti vendita' });
}

export function list(page: Page): Locator {
  return page.getByRole('region', { name: 'Elenco dei punti vendita' });
}

/** The map that needs no external service. */
export function islandMap(page: Page): Locator {
  return page.getByRole('application', { name: 'Mappa dei punti vendita' });
}

/** The scale of the map: 1 km at zoom 13, which a map without roads reaches where a coast or another town is in sight. */
export function scale(page: Page): Locator {
  return islandMap(page).locator('.leaflet-control-scale-line');
}

/** Chooses a store on the visible page of the carousel. */
export async function chooseCard(page: Page, name: RegExp): Promise<void> {
  await carousel(page).getByRole('heading', { level: 3 }).getByRole('link', { name }).click();
}

/** The store locator as it opens, with a chosen store, and with a search without matches. */
export const storeLocatorStates: ScreenStates = async ({ page, check }) => {
  await expect(scale(page)).toHaveText('1 km');
  await check('as it opens');
  await page.getByRole('searchbox').fill('farmacia');
  await list(page).getByRole('button', { name: "Mostra l'elenco" }).click();
  await check('the list');
  await list(page).getByRole('heading', { level: 3 }).getByRole('link').first().click();
  await expect(islandMap(page).locator('[aria-current="true"]')).toBeVisible();
  await check('a chosen store');
  await page.getByRole('searchbox').fill('nessuno');
  await expect(list(page)).toBeHidden();
  await check('nothing found');
};
