import { readFile } from 'node:fs/promises';
import { account, button, dialog } from './support/page-parts.ts';
import {
  addProduct,
  authorise,
  buy,
  chooseStore,
  eanField,
  goToSummary,
  openCart,
  openPatient,
} from './support/sale.ts';
import { expect, signInToSecondServer, test } from './support/second-server.ts';

const WITH_PIN = 'PSTLNE78T41B354F';
const WITHOUT_PIN = 'CRBGNN61L20F979I';
const PIN = '00420';
const LEADING_ZERO_LEFT_OUT = '123456000032';

test.afterEach(({ server }) => {
  expect(server.fixture.violations).toEqual([]);
});

test('§7 another server: the whole sale with PIN, with /config.json as the only change', async ({ page, server }) => {
  // A test cannot see the browser's print dialog.
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await signInToSecondServer(page, server);
  await chooseStore(page, 'Bottega del Porto');
  await openPatient(page, WITH_PIN);
  await openCart(page, PIN);
  await addProduct(page, { ean: '8012345000012', quantity: 2 });
  await addProduct(page, { ean: '8012345000029', quantity: 3 });
  await addProduct(page, { ean: LEADING_ZERO_LEFT_OUT, quantity: 1 });
  await buy(page, PIN);
  await expect(page.getByRole('region', { name: 'Budget speso' })).toContainText('23,82');
  await expect(page.getByRole('main')).toContainText('Bottega Senza Glutine S.r.l.');
  await expect(page.getByText('66,18')).toBeVisible();

  const download = page.waitForEvent('download');
  await button(page, 'Stampa').click();
  const receipt = await download;
  expect(receipt.suggestedFilename()).toBe('ricevuta.pdf');
  expect(await readFile(await receipt.path(), 'latin1')).toContain('23.82 EUR');
});

test('§7 another server: the whole sale without PIN', { tag: '@full' }, async ({ page, server }) => {
  await signInToSecondServer(page, server);
  await chooseStore(page, 'Bottega di Via Prova');
  await openPatient(page, WITHOUT_PIN);
  await openCart(page, null);
  await addProduct(page, { ean: 'art/4', quantity: 1, price: '7,5' });
  await buy(page, null);
  await expect(page.getByText('82,50')).toBeVisible();
});

test(
  '§2 sign-on of another server: Back leads to the home page, and posts nothing again',
  { tag: '@full' },
  async ({ page, server }) => {
    await page.goto('/support');
    await page.getByRole('banner').getByRole('button', { name: 'Accedi' }).click();
    await page.getByRole('button', { name: server.signOnButton }).click();
    await expect(page).toHaveURL('/ricerca-assistiti');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) asked.push(request.method());
    });
    await page.goBack();
    await expect(page).toHaveURL('/');
    await expect(account(page)).toBeVisible();
    expect(asked).not.toContain('POST');
  },
);

test(
  '§5 EAN search: another server is asked once more with a leading 0, and no third time',
  { tag: '@full' },
  async ({ page, server }) => {
    await signInToSecondServer(page, server);
    await chooseStore(page, 'Bottega del Porto');
    await openPatient(page, WITHOUT_PIN);
    await openCart(page, null);
    await eanField(page).fill('999');
    await eanField(page).press('Enter');
    await expect(page.getByText('La ricerca non ha prodotto nessun risultato!').first()).toBeVisible();
    const eans = server.fixture.calls.flatMap((call) => /products\/search.*[?&]ean=([^&]*)/.exec(call)?.[1] ?? []);
    // A call is repeated when its token ends in between.
    expect(eans.filter((ean, index) => ean !== eans[index - 1])).toEqual(['999', '0999']);
  },
);

test(
  '§8 wrong PIN: an error inside a 200 stands in the dialog; locked without a time says so plainly',
  { tag: '@full' },
  async ({ page, server }) => {
    await signInToSecondServer(page, server);
    await chooseStore(page, 'Bottega del Porto');
    await openPatient(page, WITH_PIN);
    await button(page, 'Avanti').click();
    for (const wrong of ['11111', '22222', '33333', '44444', '55555']) {
      await authorise(page, wrong);
      await expect(dialog(page)).toContainText("Attenzione il PIN inserito non e' corretto");
    }
    await authorise(page, PIN);
    await expect(dialog(page)).toContainText('PIN bloccato per troppi tentativi');
    await expect(dialog(page)).not.toContainText(/[{}]|undefined|Invalid/);
  },
);

test('§8 412 with 5004: another shop has spent the voucher meanwhile', { tag: '@full' }, async ({ page, server }) => {
  await signInToSecondServer(page, server);
  await chooseStore(page, 'Bottega del Porto');
  await openPatient(page, WITHOUT_PIN);
  await openCart(page, null);
  await addProduct(page, { ean: '8012345000012', quantity: 2 });
  await goToSummary(page);
  await button(page, 'Conferma').click();
  await expect(dialog(page)).toBeVisible();
  const patient = server.fixture.patients.find((row) => row.fiscalCode === WITHOUT_PIN);
  if (patient !== undefined) patient.residualCents = 500;
  await authorise(page, null);
  await expect(page.getByText('Non hai sufficiente disponibilità nel voucher')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByText('-1,40')).toHaveCSS('color', 'rgb(196, 38, 61)');
  await expect(button(page, 'Conferma')).toBeDisabled();
});
