import { paths } from '#src/providers/paths.ts';
import { chooseIdentity } from '#tests/browser/sign-in.ts';
import { expectAccessible } from './support/accessibility.ts';
import { shopperWithPin } from './support/demonstration.ts';
import { signInAs } from './support/sign-in-as.ts';
import { people } from './support/people.ts';
import { button } from './support/page-parts.ts';
import { expectStep, fiscalCodeField } from './support/sale.ts';
import { expect, test } from './support/test.ts';
import { intercept } from './support/intercept.ts';

/** A private window cannot install the portal, and every test runs in one. */
const PRIVATE_WINDOW = 'in-incognito';

test(
  'design §5 offline: a notice, actions refused, what is typed kept, and the work goes on by itself',
  { tag: '@full' },
  async ({ page, context }) => {
    const { fiscalCode } = shopperWithPin(14);
    const notice = page.getByRole('status').filter({ hasText: 'Connessione assente' });
    await page.goto('/ricerca-assistiti');
    await chooseIdentity(page, people.pharmacist);
    await fiscalCodeField(page).fill(fiscalCode.slice(0, 6));

    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Cerca comandi' });
    await expect(palette.getByRole('option', { name: 'Ricerca Assistiti' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(palette).toHaveCount(0);
    await expect(fiscalCodeField(page)).toBeFocused();
    await page.keyboard.press('End');
    // Typing by hand is slower than a scanner.
    await page.keyboard.type(fiscalCode.slice(6), { delay: 60 });

    await context.setOffline(true);
    await expect(notice).toBeVisible();
    await expect(button(page, 'Cerca')).toBeDisabled();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Avvisi' })).toContainText('Operazione non eseguita');
    await expectAccessible(page);
    await expect(fiscalCodeField(page)).toHaveValue(fiscalCode);

    await context.setOffline(false);
    await expect(notice).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Avvisi' })).toHaveText('');
    await fiscalCodeField(page).press('Enter');
    await expectStep(page, 'Anagrafica');

    await context.setOffline(true);
    await expect(notice).toBeVisible();
    await expect(button(page, 'Avanti')).toBeDisabled();
    await context.setOffline(false);
    await button(page, 'Avanti').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(palette).toHaveCount(0);

    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await context.setOffline(true);
    await page.getByRole('banner').getByRole('button', { name: 'Contabilità' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Prospetto fatturazione' }).click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Pagina non ancora disponibile');
    await expect(heading).toBeFocused();
    await expect(notice).toBeVisible();
    await expect(page.getByRole('main').getByRole('button', { name: 'Riprova' })).toBeDisabled();
    await expectAccessible(page);
    await context.setOffline(false);
    await expect(heading).toHaveText('Prospetto fatturazione');
    await expect(heading).toBeFocused();
  },
);

test(
  "design §5 focus: 'Riprova' where the user could not be read leads to the screen",
  { tag: '@full' },
  async ({ page }) => {
    await signInAs(page, people.pharmacist, paths.patientSearch);
    await intercept(page, '**/users/me', (route) => route.abort());
    await page.goto(paths.purchaseHistory);
    const main = page.getByRole('main');
    const retry = main.getByRole('button', { name: 'Riprova' });
    await expect(retry).toBeVisible();
    await page.unroute('**/users/me');
    await retry.press('Enter');
    await expect(main.getByRole('heading', { level: 1, name: 'Storico acquisti' })).toBeVisible();
    await expect(main).toBeFocused();
  },
);

test('design §5 installable: the browser finds nothing wrong with the manifest', async ({ page, context }) => {
  await page.goto('/');
  const session = await context.newCDPSession(page);
  const { data, errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Buoni Alimentari', display: 'standalone', lang: 'it' });
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== PRIVATE_WINDOW)).toEqual([]);
});
