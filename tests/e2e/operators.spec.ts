import type { Page } from '@playwright/test';
import { adminPaths } from '#src/providers/paths.ts';
import { signInAs } from './support/sign-in-as.ts';
import { prepareViewCheck } from './support/view-check.ts';
import { people } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** A patient of the demonstration data that no other test uses. */
const FISCAL_CODE = 'BBFLSS85R65I752L';

/** Finds the patient and opens the form. */
async function edit(page: Page): Promise<void> {
  await signInAs(page, people.ofRegion, adminPaths.patients);
  await expect(page.getByText('Indica almeno un criterio di ricerca')).toBeVisible();
  await page.getByRole('textbox', { name: 'Codice fiscale' }).fill(FISCAL_CODE);
  await page.getByRole('button', { name: 'Cerca', exact: true }).click();
  await page.getByRole('link', { name: `Modifica: ${FISCAL_CODE}` }).click();
  await expect(page.getByRole('textbox', { name: 'Codice fiscale' })).toHaveValue(FISCAL_CODE);
}

test('§6 an operator finds a patient and changes it, is told of what another has changed meanwhile, and undoes none of it', async ({
  page,
  browser,
  baseURL,
}) => {
  const check = await prepareViewCheck(page, 'states');
  const colleague = await (await browser.newContext({ baseURL: baseURL ?? '', locale: 'it-IT' })).newPage();
  await edit(page);
  await edit(colleague);
  await colleague.getByRole('textbox', { name: 'Nome', exact: true }).fill('Alessia Rita');
  await colleague.getByRole('button', { name: 'Salva' }).click();
  await expect(colleague.getByRole('heading', { name: 'Assistiti' })).toBeVisible();
  await colleague.context().close();

  await page.getByRole('textbox', { name: 'Cognome' }).fill('Abbafrisca Sini');
  await page.getByRole('button', { name: 'Salva' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dati modificati nel frattempo' });
  await expect(dialog.getByRole('row', { name: /^Cognome Abbafrisca Sini Abbafrisca$/ })).toBeVisible();
  await expect(dialog.getByRole('row', { name: /^Nome Non modificato.* Alessia Rita$/ })).toBeVisible();
  await check('two versions of a patient');
  await dialog.getByRole('button', { name: 'Mantieni le mie modifiche' }).click();

  await expect(
    page.getByRole('row', { name: new RegExp(`${FISCAL_CODE} Abbafrisca Sini Alessia Rita`) }),
  ).toBeVisible();
  await page.getByRole('link', { name: `Apri: ${FISCAL_CODE}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Alessia Rita Abbafrisca Sini' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Pratiche' }).getByRole('button', { name: 'Revoca' })).toBeVisible();
  const changes = page.getByRole('region', { name: 'Modifiche' });
  await expect(changes.getByText('Dati modificati').first()).toBeVisible();
  await check('the page of a patient');
  expect(page.url()).not.toContain(FISCAL_CODE);
});

test(
  'design §5 Back from a form with something typed asks first: No keeps it, and leaving leads to the page before',
  { tag: '@firefox' },
  async ({ page }) => {
    await edit(page);
    const form = page.url();
    const name = page.getByRole('textbox', { name: 'Nome', exact: true });
    await name.fill('Alessandra');
    await page.goBack();
    const question = page.getByRole('dialog', { name: 'Lasciare la pagina?' });
    await question.getByRole('button', { name: 'Annulla' }).click();
    await expect(question).toBeHidden();
    await expect(name).toHaveValue('Alessandra');
    expect(page.url()).toBe(form);

    await page.goBack();
    await question.getByRole('button', { name: 'Lascia la pagina' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Assistiti' })).toBeVisible();
    await page.goForward();
    await expect(name).not.toHaveValue('Alessandra');
  },
);
