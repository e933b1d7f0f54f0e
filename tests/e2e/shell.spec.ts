import { signIn, chooseIdentity } from '#tests/browser/sign-in.ts';
import { people } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('§2 any other path: the page that is not found', async ({ page }) => {
  await page.goto('/nessuna/pagina');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagina non trovata!');
});

test('§2 protected route: the path is stored, the sign-on starts and ends on it', async ({ page }) => {
  await page.goto('/ricerca-assistiti');
  await chooseIdentity(page, people.supermarket);
  await expect(page).toHaveURL('/ricerca-assistiti');
  await expect(page.getByRole('banner')).toContainText(people.supermarket);
});

test('§2 user-not-found: a person who is not registered is told so and led to support', async ({ page }) => {
  await page.goto('/');
  await signIn(page, people.notRegistered);
  await expect(page).toHaveURL('/user-not-found');
  await page.getByRole('main').getByRole('link', { name: 'Vai al supporto' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Supporto');
});

test('§2 ASL user: an empty page on every protected path but two, of which one is in the menu', async ({ page }) => {
  await page.goto('/');
  await signIn(page, people.ofHealthAuthority);
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('link', { name: 'Riepilogo Ordini AMC' })).toBeVisible();
  for (const name of ['Ricerca Assistiti', 'Storico acquisti', 'Prospetto fatturazione', 'Ordini AMC']) {
    await expect(banner.getByRole('link', { name, exact: true })).toHaveCount(0);
  }
  for (const path of ['/ricerca-assistiti', '/storico-acquisti', '/ordini-amc']) {
    await page.goto(path);
    await expect(banner).toContainText(people.ofHealthAuthority);
    await expect(page.getByRole('main')).toBeEmpty();
  }
  for (const [path, title] of [
    ['/prospetto-fatturazione', 'Prospetto fatturazione'],
    ['/riepilogo-ordini-amc', 'Riepilogo Ordini AMC'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  }
});

test('§2 shell: who is signed in, with company name and menu', async ({ page }) => {
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

test('§4 sign-out: signed out, and nothing is left in session storage', async ({ page }) => {
  await page.goto('/ricerca-assistiti');
  await chooseIdentity(page, people.grocer);
  await page.getByRole('button', { name: 'Esci' }).click();
  await expect(page.getByRole('button', { name: 'Accedi' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('§4 business switch: the current one is disabled, another becomes the active one', async ({ page }) => {
  await page.goto('/');
  await signIn(page, people.ofThreeBusinesses);
  const banner = page.getByRole('banner');
  await banner.getByRole('button', { name: 'Cambia Business' }).click();
  const choices = banner.getByRole('list').filter({ hasText: 'In uso' }).getByRole('button');
  await expect(choices).toHaveCount(3);
  await expect(choices.filter({ hasText: 'In uso' })).toBeDisabled();
  const other = choices.filter({ hasNotText: 'In uso' }).first();
  const name = await other.innerText();
  await other.click();
  await expect(banner.locator('.session__company')).toHaveText(name);
});

test('§8 session expired: the alert, then home after 5 seconds, and the way back to the place', async ({ page }) => {
  await page.goto('/ricerca-assistiti');
  await chooseIdentity(page, people.supermarket);
  await expect(page.getByRole('banner')).toContainText(people.supermarket);
  await page.clock.install();
  await page.route('**/api/v1/**', (route) => route.fulfill({ status: 403, json: { error: { code: 4030 } } }));
  await page.reload();
  await expect(page.getByText('La sessione è scaduta, accedi di nuovo')).toBeVisible();
  await expect(page).toHaveURL('/ricerca-assistiti');
  await page.clock.fastForward(5000);
  await expect(page).toHaveURL('/');
  await page.unrouteAll();
  await signIn(page, people.supermarket);
  await expect(page).toHaveURL('/ricerca-assistiti');
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
