import type { Locator } from '@playwright/test';
import { signIn } from '#tests/browser/sign-in.ts';
import { people } from './support/people.ts';
import { chooseStore } from './support/sale.ts';
import { expect, test } from './support/test.ts';
import { openAccountMenu } from './support/page-parts.ts';
import { intercept } from './support/intercept.ts';

const CHARTS = '**/assets/plot-*.js';

/** The blue pixels of a chart, in CSS pixels, from left to right. Only columns and bars are blue; text and lines are grey. */
function bluePixels(chart: Locator): Promise<{ x: number; y: number }[]> {
  return chart.evaluate((canvas: HTMLCanvasElement) => {
    const { width, height } = canvas;
    // Chromium complains of a canvas that is read again and again, so a copy is read.
    const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    copy?.drawImage(canvas, 0, 0);
    const { data } = copy?.getImageData(0, 0, width, height) ?? { data: [] };
    const scale = width / canvas.getBoundingClientRect().width;
    const found: { x: number; y: number }[] = [];
    for (let x = 0; x < width; x += 1) {
      for (let y = 0; y < height; y += 1) {
        const [red = 0, , blue = 0, alpha = 0] = data.slice((y * width + x) * 4, (y * width + x + 1) * 4);
        // The edge of a letter is nearly transparent and may have any colour.
        if (blue - red > 100 && alpha > 200) found.push({ x: x / scale, y: y / scale });
      }
    }
    return found;
  });
}

/** Expects three charts, hidden from screen readers, each with visible content. */
async function expectCharts(main: Locator): Promise<void> {
  const charts = main.locator('[aria-hidden="true"] canvas');
  await expect(main.locator('canvas')).toHaveCount(3);
  await expect(charts).toHaveCount(3);
  for (const chart of await charts.all()) {
    await expect.poll(async () => (await bluePixels(chart)).length).toBeGreaterThan(500);
  }
}

test(
  '§2 home of a shop and of a health authority: charts are drawn, in both themes, with their tables on demand; without their code the tables say it',
  { tag: '@full' },
  async ({ page }) => {
    let timesAsked = 0;
    await intercept(page, CHARTS, (route) => {
      timesAsked += 1;
      return route.abort();
    });
    await page.goto('/');
    await signIn(page, people.supermarket);
    const main = page.getByRole('main');
    const tables = main.getByRole('table');
    const home = page.getByRole('banner').getByRole('link', { name: 'Home', exact: true });
    await expect(home).toBeVisible();
    expect(timesAsked).toBe(0);
    await chooseStore(page, 'Selargius');
    await home.click();
    await expect(tables).toHaveCount(3);
    await expect(main.getByText('Il grafico non è disponibile: gli stessi dati sono nella tabella.')).toHaveCount(3);

    await page.unroute(CHARTS);
    await page.reload();
    await expectCharts(main);
    await openAccountMenu(page);
    await page.getByLabel('Tema').selectOption('dark');
    await page.keyboard.press('Escape');
    await expectCharts(main);
    await expect(tables).toHaveCount(0);

    const days = main.locator('[aria-hidden="true"] canvas').first();
    // A chart that is still being drawn has its last column elsewhere.
    await expect(async () => {
      const { x = 0, y = 0 } = (await bluePixels(days)).at(-1) ?? {};
      // The corner of the last column.
      await days.click({ position: { x: x - 3, y: y - 3 } });
      await expect(page).toHaveURL(/^[^?]*\/storico-acquisti\?filters/, { timeout: 5000 });
    }).toPass();
    await expect(main.getByRole('table').getByText('COMPLETATO').first()).toBeVisible();
    await page.goto('/');

    await expectCharts(main);
    await main.getByText('Mostra i dati in tabella').nth(1).click();
    const largest = await tables.getByRole('link').first().innerText();
    const categories = main.locator('[aria-hidden="true"] canvas').nth(1);
    const { width = 0 } = (await categories.boundingBox()) ?? {};
    // The uppermost bar is the longest.
    await categories.click({ position: { x: width / 2, y: 24 } });
    const filter = main.getByRole('form', { name: 'Filtri dello storico' });
    await expect(filter.getByTitle(largest, { exact: true })).toBeVisible();
    await main
      .getByRole('button', { name: /^Dettaglio dell/ })
      .first()
      .click();
    await expect(main.getByRole('table', { name: /^Prodotti dell/ })).toBeVisible();
    await page.goto('/');

    await openAccountMenu(page);
    await page.getByRole('button', { name: 'Esci' }).click();
    await expect(main.getByRole('heading', { level: 1, name: /Il buono alimentare/ })).toBeVisible();
    await expect(main.locator('canvas')).toHaveCount(0);
    await signIn(page, people.ofHealthAuthority);
    await home.click();
    await expect(main.getByRole('heading', { name: /^Ordini AMC/ })).toHaveCount(3);
    await expectCharts(main);
    await expect(tables).toHaveCount(0);
  },
);
