import { spawnSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { readPdf } from '#tests/pdf-text.ts';
import { issueAdminPin } from '#contract/admin/patients.ts';
import { expect, test } from './support/first-region.ts';
import { openAccountMenu } from './support/page-parts.ts';
import { addProduct, buy, openCart, openPatient } from './support/sale.ts';

/** The patient with a PIN and a product, as the document names them. */
const PATIENT = 'RSSMRA80A01B354W';
const BREAD = '8000000001016';

test.skip(spawnSync('openssl', ['version']).status !== 0, 'the commands of the document need openssl');

async function signOn(page: Page, username: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Utente' }).fill(username);
  await page.getByRole('button', { name: 'Entra' }).click();
}

/** Issues a PIN and reads it in the printed letter, the only place where it appears. */
async function issuePin(page: Page): Promise<string> {
  await page.getByRole('textbox', { name: 'Codice fiscale' }).fill(PATIENT);
  await page.getByRole('button', { name: 'Cerca', exact: true }).click();
  await page.getByRole('link', { name: `Apri: ${PATIENT}` }).click();
  await page.getByRole('button', { name: 'Rilascia PIN' }).click();
  const [, end = ''] = issueAdminPin.path.split('{id}');
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith(end));
  await page.getByRole('dialog').getByRole('button', { name: 'Rilascia PIN' }).click();
  const { data } = (await (await answer).json()) as { data: { base64: string } };
  await page.getByRole('dialog').getByRole('button', { name: 'Chiudi', exact: true }).click();
  const { texts } = readPdf(Buffer.from(data.base64, 'base64'));
  return texts.find((text) => /^\d{5}$/.test(text)) ?? '';
}

test(
  'design §2 first region: by the commands of its document alone a region gets from an empty PostgreSQL to its first sale, in production',
  { tag: '@full' },
  async ({ page, region }) => {
    // Printing is not what is proved here: of a headless shell, which has no viewer of PDFs, the portal asks no letter.
    await page.addInitScript(() => {
      window.print = () => undefined;
      Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true });
    });
    expect(region.said.match(/^created .*$/gm)).toEqual([
      ...[1, 1, 1, 2, 3, 3, 3].map((count) => `created ${count}, changed 0, unchanged 0, refused 0`),
    ]);

    await page.goto('/');
    await page.getByRole('banner').getByRole('button', { name: 'Accedi' }).click();
    await signOn(page, 'anna.gestore');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Assistiti');
    const pin = await issuePin(page);
    await openAccountMenu(page);
    await page.getByRole('button', { name: 'Esci' }).click();
    // A visitor who continues before the session has ended may have to sign on twice.
    await expect(page.getByRole('banner').getByRole('button', { name: 'Accedi' })).toBeVisible();

    await page.goto('/ricerca-assistiti');
    await signOn(page, 'maria.farmacia');
    await openPatient(page, PATIENT);
    await openCart(page, pin);
    await addProduct(page, { ean: BREAD, quantity: 2 });
    await buy(page, pin);
    await expect(page.getByRole('main')).toContainText('103,00');
  },
);
