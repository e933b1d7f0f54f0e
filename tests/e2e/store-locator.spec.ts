import type { Page } from '@playwright/test';
import { carousel, chooseCard, islandMap, list, scale } from './support/store-locator.ts';
import { expect, test } from './support/test.ts';
import { intercept } from './support/intercept.ts';

const ANY_ORIGIN = '**/*';

/** Blocks all requests except those to the portal's own server. */
async function cutOff(page: Page, baseURL: string | undefined): Promise<void> {
  await intercept(page, ANY_ORIGIN, (route) =>
    route
      .request()
      .url()
      .startsWith(`${baseURL ?? ''}/`)
      ? route.continue()
      : route.abort(),
  );
}

/** The horizontal distance of the chosen pin from the middle of the map, in pixels. */
async function pinOffset(page: Page): Promise<number> {
  const [pin, map] = await Promise.all([
    islandMap(page).locator('[aria-current="true"]').boundingBox(),
    islandMap(page).boundingBox(),
  ]);
  if (!pin || !map) return NaN;
  return pin.x + pin.width / 2 - map.x - map.width / 2;
}

test(
  '§2 store locator without a key and without network: carousel, panel, map, search, near me, and a link that lasts',
  { tag: '@full' },
  async ({ page, context, baseURL }) => {
    await cutOff(page, baseURL);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Punti vendita' }).click();

    await test.step('§9 three cards a page with rewind, and Cagliari at zoom 13', async () => {
      await expect(carousel(page).getByRole('listitem')).toHaveCount(3);
      await expect(carousel(page).getByText('Pagina 1 di 14')).toBeVisible();
      await carousel(page).getByRole('button', { name: 'Pagina precedente' }).click();
      await expect(carousel(page).getByText('Pagina 14 di 14')).toBeVisible();
      await page.keyboard.press('ArrowRight');
      await expect(carousel(page).getByText('Pagina 1 di 14')).toBeVisible();
      await expect(scale(page)).toHaveText('1 km');
      await expect(islandMap(page).getByText('Cagliari', { exact: true })).toBeVisible();
      await expect(islandMap(page).locator('path.map-land')).toBeAttached();
    });

    await test.step('a search narrows everything, and its card opens the panel and the map on it, as near as it goes', async () => {
      await page.getByRole('searchbox', { name: 'Cerca per comune o per nome' }).fill('TORTOLI');
      await expect(page.getByText('1 punto vendita trovato')).toBeVisible();
      await list(page).getByRole('button', { name: "Mostra l'elenco" }).click();
      await expect(list(page).getByRole('listitem')).toHaveCount(1);
      await chooseCard(page, /Lentisco/);
      await expect(
        page.getByRole('heading', { level: 2, name: 'Erboristeria Lentisco e Mirto – Tortolì' }),
      ).toBeFocused();
      await expect(page.getByRole('link', { name: '0782 0000010' })).toHaveAttribute('href', 'tel:07820000010');
      await expect(page.getByRole('button', { name: 'Ingrandisci la mappa' })).toHaveAttribute('aria-disabled', 'true');
      await expect.poll(() => pinOffset(page)).toBeCloseTo(0, -0.5);
    });
    const nearest = (await scale(page).textContent()) ?? '';

    await test.step('the map goes by keyboard', async () => {
      await islandMap(page).focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => pinOffset(page)).toBeLessThan(-40);
      await page.keyboard.press('-');
      await expect(scale(page)).not.toHaveText(nearest);
    });

    await test.step('design §5 a reload keeps store and search; the back button leaves the store', async () => {
      await page.reload();
      await expect(page.getByRole('heading', { level: 2, name: /Tortolì/ })).toBeVisible();
      await expect(page.getByRole('searchbox')).toHaveValue('TORTOLI');
      await expect(scale(page)).toHaveText(nearest);
      await page.goBack();
      await expect(page.getByRole('heading', { level: 2, name: 'Scheda del punto vendita' })).toBeVisible();
    });

    await test.step('the whole island, in clusters; what is near, with its distance', async () => {
      await page.getByRole('button', { name: 'Azzera la ricerca' }).click();
      await page.getByRole('button', { name: "Tutta l'isola" }).click();
      await expect(islandMap(page).getByRole('button', { name: /punti vendita: ingrandisci/ })).not.toHaveCount(0);
      await context.grantPermissions(['geolocation']);
      await context.setGeolocation({ latitude: 40.9236, longitude: 9.4964 });
      await page.getByRole('button', { name: 'Vicino a me' }).click();
      const nearest = carousel(page).getByRole('listitem').first();
      await expect(nearest).toContainText('Olbia');
      await expect(nearest).toContainText(/\b0,\d km/);
    });
  },
);
