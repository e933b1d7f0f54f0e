import { readFile } from 'node:fs/promises';
import { adminPaths } from '#src/providers/paths.ts';
import { PATIENT_COLUMNS, inventedFiscalCode, patientLine } from '#tests/support/import-files.ts';
import { prepareViewCheck } from './support/view-check.ts';
import { signInAs } from './support/sign-in-as.ts';
import { people } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** An authority of the demonstration data. */
const ASL_CODES = ['ASL8'];
const FIRST = 50_000;

test(
  'rules §10 importazioni: an operator sends a file, has it checked and imported, and gets the refused lines back',
  { tag: '@full' },
  async ({ page }) => {
    const check = await prepareViewCheck(page, 'states');
    const wrong = patientLine(FIRST + 2, ASL_CODES).replace(inventedFiscalCode(FIRST + 2), 'RSSMRA80A01H501X');
    const lines = [patientLine(FIRST, ASL_CODES), patientLine(FIRST + 1, ASL_CODES), wrong];
    await signInAs(page, people.ofRegion, adminPaths.imports);
    await page.getByLabel('File CSV o XLSX').setInputFiles({
      name: 'assistiti.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([PATIENT_COLUMNS.join(';'), ...lines].join('\r\n')),
    });
    await page.getByRole('button', { name: 'Invia e controlla' }).click();
    const card = page.getByRole('region', { name: 'File assistiti.csv' });
    await expect(card.getByText('Controllato: da avviare')).toBeVisible();
    await expect(card.getByText(/^Codice fiscale «.*: codice fiscale non valido/)).toBeVisible();
    await check('a checked file');
    const downloading = page.waitForEvent('download');
    await card.getByRole('button', { name: 'Scarica le righe rifiutate', exact: true }).click();
    const report = await readFile(await (await downloading).path(), 'utf8');
    expect(report).toContain('RSSMRA80A01H501X');
    await card.getByRole('button', { name: 'Importa le righe corrette' }).click();
    await expect(card.getByText('Importato', { exact: true })).toBeVisible();
    await expect(card.getByText('Create', { exact: true })).toBeVisible();
  },
);
