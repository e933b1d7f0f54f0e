import { signIn } from '#tests/browser/sign-in.ts';
import { people } from './support/people.ts';
import { expect, test } from './support/test.ts';

const CHARTS = '**/assets/drawn-chart-*.js';

test('§2 home of a shop: charts are drawn beside their tables, in both themes; without their code the tables say it', async ({
  page,
}) => {
  await page.route(CHARTS, (route) => route.abort());
  await page.goto('/');
  await signIn(page, people.supermarket);
  const main = page.getByRole('main');
  const tables = main.getByRole('table');
  await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click();
  await expect(tables).toHaveCount(3);
  await expect(main.getByText('Il grafico non è disponibile: gli stessi dati sono nella tabella.')).toHaveCount(3);

  await page.unroute(CHARTS);
  await page.reload();
  await expect(main.locator('canvas')).toHaveCount(3);
  await expect(main.locator('[aria-hidden="true"] canvas')).toHaveCount(3);
  await page.getByLabel('Tema').selectOption('dark');
  await expect(main.locator('canvas')).toHaveCount(3);
  await expect(tables).toHaveCount(3);
});
