import * as z from 'zod';
import { paths } from '#src/providers/paths.ts';
import { inventedFiscalCode } from '#tests/support/import-files.ts';
import { apiOf } from './support/api.ts';
import { people } from './support/people.ts';
import { signInAs } from './support/sign-in-as.ts';
import { expect, test } from './support/test.ts';
import { prepareViewCheck } from './support/view-check.ts';

const FISCAL_CODE = inventedFiscalCode(7_001);

test('rules §9 kinds: the region adds a kind, and the shop reads its name at the search and in step 1', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const check = await prepareViewCheck(page, 'states');
  await signInAs(page, people.ofRegion, '/gestione/tipi-di-pratica/nuovo');
  await page.getByRole('textbox', { name: 'Codice' }).fill('NEPHRO');
  await page.getByRole('textbox', { name: 'Nome in italiano' }).fill('Insufficienza renale');
  await page.getByRole('textbox', { name: 'Nome in inglese' }).fill('Kidney disease');
  await page.getByRole('combobox', { name: 'Importo del buono' }).click();
  await page.getByTitle('Tetti per età e sesso').click();
  await page.getByRole('textbox', { name: 'Maschi da 18 a 59 anni' }).fill('80,50');
  await page.getByRole('textbox', { name: 'Femmine da 18 a 59 anni' }).fill('75');
  await check('a new kind with ceilings');
  await page.getByRole('button', { name: 'Salva' }).click();
  await expect(page.getByRole('region', { name: 'Modifiche' }).getByText('Kidney disease')).toBeVisible();
  await check('the kind');

  const ask = await apiOf(page, request);
  const person = { firstName: 'Ada', lastName: 'Renale', gender: 'M', birthDate: '1980-01-01', otpMode: 'NONE' };
  const made = await ask(z.object({ row: z.object({ patientId: z.number() }) }), 'POST', 'extra/admin/patients', {
    ...person,
    fiscalCode: FISCAL_CODE,
    status: 'ENABLED',
  });
  const dossier = { patientId: made.row.patientId, aslId: 8, type: 'NEPHRO' };
  await ask(z.unknown(), 'POST', 'extra/admin/dossiers', dossier);

  const shop = await (await browser.newContext({ baseURL: baseURL ?? '', locale: 'it-IT' })).newPage();
  await signInAs(shop, people.pharmacist, paths.patientSearch);
  await shop.getByRole('textbox', { name: 'Codice fiscale' }).fill(FISCAL_CODE);
  await shop.getByRole('button', { name: 'Cerca', exact: true }).click();
  const row = shop.getByRole('row', { name: /Renale/ });
  await expect(row.getByText('Insufficienza renale')).toBeVisible();
  await row.click();
  const head = shop.getByRole('region', { name: "Dati anagrafici dell'assistito" });
  await expect(head.getByText('Insufficienza renale')).toBeVisible();
  await shop.context().close();
});
