import { chooseStore } from './support/sale.ts';
import { openAccountMenu } from './support/page-parts.ts';
import { expect, signInToSecondServer, test } from './support/second-server.ts';

test.afterEach(({ server }) => {
  expect(server.fixture.violations).toEqual([]);
});

test(
  "rules §1 another server: features are asked for once, no column sorts, and an old link's sort is not sent",
  { tag: '@full' },
  async ({ page, server }) => {
    await signInToSecondServer(page, server, '/storico-acquisti');
    await expect(page.getByText('Totale elementi: 23')).toBeVisible();
    server.fixture.calls.length = 0;
    await page.goto('/storico-acquisti?sorters[0][field]=itemsAmount&sorters[0][order]=asc');
    await expect(page.getByText('Totale elementi: 23')).toBeVisible();
    await expect(page.getByRole('columnheader').first()).toBeVisible();
    await expect(page.locator('.ant-table-column-has-sorters')).toHaveCount(0);
    await page.getByRole('button', { name: 'Pagina successiva' }).click();
    await expect(page.getByRole('button', { name: 'Pagina 2' })).toHaveAttribute('aria-current', 'page');
    const searches = () => server.fixture.calls.filter((call) => call.includes('/purchases/search'));
    await expect.poll(() => searches().length).toBeGreaterThan(1);
    expect(searches().every((call) => decodeURIComponent(call).includes('sort=createTime,desc'))).toBe(true);
    await expect.poll(() => server.fixture.calls.filter((call) => call.endsWith('/extra/features'))).toHaveLength(1);
  },
);

test(
  'rules §1 another server: a sign-out that it did not name is not sent',
  { tag: '@full' },
  async ({ page, server }) => {
    await signInToSecondServer(page, server);
    await chooseStore(page, 'Bottega del Porto');
    await openAccountMenu(page);
    await page.getByRole('button', { name: 'Esci' }).click();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Accedi' })).toBeVisible();
    await expect.poll(() => server.fixture.calls.filter((call) => call.endsWith('/extra/features'))).toHaveLength(1);
    expect(server.fixture.calls.filter((call) => call.endsWith('/extra/logout'))).toEqual([]);
  },
);
