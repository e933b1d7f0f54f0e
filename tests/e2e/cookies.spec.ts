import { expect, test } from '@playwright/test';

test.use({ baseURL: process.env.REFERENCE_SERVER_URL });

test('rules §8 headers: with 60 kB of cookies of other sites the portal opens, with more a page says what to do', async ({
  page,
  context,
}) => {
  const url = process.env.REFERENCE_SERVER_URL ?? '';
  const addCookies = (count: number) =>
    context.addCookies(
      Array.from({ length: count }, (_, index) => ({ name: `other${index}`, value: 'x'.repeat(4000), url })),
    );
  await addCookies(15);
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Accedi' })).toBeVisible();
  await page.goto('/punti-vendita');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Punti vendita');
  await addCookies(60);
  const refused = await page.goto('/');
  expect(refused?.status()).toBe(431);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Il portale non può aprirsi: ci sono troppi cookie');
  await expect(page.getByText('Delete the cookies of this site')).toBeVisible();
  await context.clearCookies();
  await page.getByRole('link', { name: 'Apri di nuovo il portale' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Accedi' })).toBeVisible();
});
