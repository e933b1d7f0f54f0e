import { salePaths } from '#src/providers/paths.ts';
import { signIn, chooseIdentity } from '#tests/browser/sign-in.ts';
import { people } from './support/people.ts';
import { expect, test } from './support/test.ts';
import { openAccountMenu } from './support/page-parts.ts';
import { intercept } from './support/intercept.ts';

test('§2 any other path: the page that is not found', async ({ page }) => {
  await page.goto('/nessuna/pagina');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagina non trovata!');
});

test(
  '§2 protected route: the path is stored, the sign-on starts and ends on it, and again after the sign-out',
  { tag: '@firefox' },
  async ({ page }) => {
    const banner = page.getByRole('banner');
    await page.goto('/ricerca-assistiti');
    // A shop with many stores would be asked for one, in a dialog over 'Esci'.
    await chooseIdentity(page, people.pharmacist);
    await expect(page).toHaveURL('/ricerca-assistiti');
    await expect(banner).toContainText(people.pharmacist);
    await openAccountMenu(page);
    await banner.getByRole('button', { name: 'Esci' }).click();
    await signIn(page, people.supermarket);
    await expect(page).toHaveURL('/ricerca-assistiti');
    await expect(banner).toContainText(people.supermarket);
  },
);

test(
  '§2 user-not-found: a person who is not registered is told so and led to support',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/');
    await signIn(page, people.notRegistered);
    await expect(page).toHaveURL('/user-not-found');
    await page.getByRole('main').getByRole('link', { name: 'Vai al supporto' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Supporto');
  },
);

test('rules §1 user-not-found: who is unknown by the time the page is loaded again is told so, and no sign-on starts', async ({
  page,
}) => {
  await page.goto('/');
  await signIn(page, people.supermarket);
  await expect(page).toHaveURL('/ricerca-assistiti');
  const opened: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) opened.push(new URL(request.url()).pathname);
  });
  const body = { error: { code: 4040, description: 'USER_NOT_FOUND' } };
  await intercept(page, '**/api/v1/users/me', (route) => route.fulfill({ status: 404, json: body }));
  await page.reload();
  await expect(page).toHaveURL('/user-not-found');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Utente non ancora registrato');
  expect(opened).toEqual(['/ricerca-assistiti']);
});

test('§2 ASL user: an empty page on every protected path but two, of which one is in the menu', async ({ page }) => {
  await page.goto('/');
  await signIn(page, people.ofHealthAuthority);
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('link', { name: 'Riepilogo Ordini AMC' })).toBeVisible();
  for (const name of ['Ricerca Assistiti', 'storico acquisti', 'Prospetto fatturazione', 'Ordini AMC']) {
    await expect(banner.getByRole('link', { name, exact: true })).toHaveCount(0);
  }
  for (const path of ['/ricerca-assistiti', salePaths.products, '/storico-acquisti', '/ordini-amc']) {
    await page.goto(path);
    await expect(banner).toContainText(people.ofHealthAuthority);
    await expect(page.getByRole('main').locator('> :not(.visually-hidden)')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagina non disponibile per questo profilo');
  }
  for (const [path, title] of [
    ['/prospetto-fatturazione', 'Prospetto fatturazione'],
    ['/riepilogo-ordini-amc', 'Riepilogo Ordini AMC'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  }
});

test(
  '§2 legal links: a section that the address names is in sight, and the next page opens',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/privacy#storage');
    await expect(page.locator('#storage')).toBeInViewport();
    await page.getByRole('banner').getByRole('link', { name: 'Supporto' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Supporto');
  },
);

test('§2 shell: who is signed in, with company name and menu', { tag: '@full' }, async ({ page }) => {
  await page.goto('/');
  await signIn(page, people.pharmacist);
  const banner = page.getByRole('banner');
  await expect(banner).toContainText('Benvenuto');
  await expect(banner).toContainText(people.pharmacist);
  await expect(banner.getByRole('button', { name: 'Accedi' })).toHaveCount(0);
  for (const name of ['Home', 'Supporto', 'Ricerca Assistiti']) {
    await expect(banner.getByRole('link', { name, exact: true })).toBeVisible();
  }
});

test(
  '§4 business switch: another becomes the active one, and nothing of the old one is seen by Back',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/storico-acquisti?currentPage=2&pageSize=10');
    await chooseIdentity(page, people.ofThreeBusinesses);
    const banner = page.getByRole('banner');
    const receipts = page.getByRole('button', { name: /ricevuta/ });
    const oldReceipt = (await receipts.first().getAttribute('aria-label')) ?? '';
    await banner.getByRole('link', { name: 'Ricerca Assistiti' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ricerca Assistiti');
    await openAccountMenu(page);
    await banner.getByRole('button', { name: 'Cambia Business' }).click();
    // The list of the menu holds that of the businesses.
    const choices = banner.getByRole('list').filter({ hasText: 'In uso' }).last().getByRole('button');
    await expect(choices).toHaveCount(3);
    await expect(choices.filter({ hasText: 'In uso' })).toBeDisabled();
    const other = choices.filter({ hasNotText: 'In uso' }).first();
    const name = await other.innerText();
    await other.click();
    await expect(banner.locator('.account__company')).toHaveText(name);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Storico acquisti');
    await expect(banner.locator('.account__company')).toHaveText(name);
    await expect(receipts.first()).toBeVisible();
    await expect(page.getByRole('button', { name: oldReceipt, exact: true })).toHaveCount(0);
  },
);

test("design §5 theme: 'Automatico' follows the system while the page is open", async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/support');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Supporto');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('§9 languages: Italian first, English by choice, remembered after a reload', async ({ page }) => {
  await page.goto('/support');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Supporto');
  await page.getByLabel('Lingua').selectOption('en');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Support');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Support');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

const TOKEN_AT_DOCS =
  'design §4 demonstration: the documentation of the API has a token in two clicks, which does not stay in the address';
test(TOKEN_AT_DOCS, { tag: '@full' }, async ({ page }) => {
  await page.goto('/docs/');
  await page.getByRole('link', { name: 'Sign in as a demonstration user' }).click();
  await page.getByRole('button', { name: people.pharmacist }).click();
  const call = page.locator('.opblock').filter({ hasText: '/api/v1/users/me' });
  await call.locator('.opblock-summary-control').first().click();
  await call.getByRole('button', { name: 'Try it out' }).click();
  await call.getByRole('button', { name: 'Execute' }).click();
  await expect(call.locator('.live-responses-table')).toContainText(people.pharmacist);
  expect(page.url()).not.toContain('token');
});
