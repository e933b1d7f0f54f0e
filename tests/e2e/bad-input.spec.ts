import { article, namedCase, shopperWithPin, shopperWithoutPin } from './support/demonstration.ts';
import { signInAs } from './support/sign-in-as.ts';
import { expectNotice } from './support/notices.ts';
import { sellElsewhere } from './support/other-shop.ts';
import { people } from './support/people.ts';
import { button, dialog } from './support/page-parts.ts';
import {
  addProduct,
  authorise,
  eanField,
  expectStep,
  fiscalCodeField,
  goToSummary,
  lines,
  openCart,
  openPatient,
  pinField,
  priceField,
  quantityField,
} from './support/sale.ts';
import { expect, test } from './support/test.ts';

const WRONG_PIN = '00000';

test(
  '§5 PIN input: empty, of 21 characters, wrong; closing the dialog forgets the error',
  { tag: '@full' },
  async ({ page }) => {
    await signInAs(page, people.pharmacist, '/ricerca-assistiti');
    await openPatient(page, shopperWithPin(2).fiscalCode);
    await button(page, 'Avanti').click();
    await expect(dialog(page)).toContainText('Inserire il codice PIN per creare il carrello');
    await expect(pinField(page)).toHaveAttribute('type', 'password');
    await authorise(page, '');
    await expect(dialog(page)).toContainText('Digita il codice PIN');
    // As slowly as by hand: a scanner's speed would be told from it.
    await pinField(page).pressSequentially('123456789012345678901', { delay: 120 });
    await expect(pinField(page)).toHaveValue('12345678901234567890');
    await authorise(page, WRONG_PIN);
    await expect(dialog(page)).toContainText("Attenzione il PIN inserito non e' corretto");
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await button(page, 'Avanti').click();
    await expect(pinField(page)).toHaveValue('');
    await expect(dialog(page)).not.toContainText('Attenzione');
  },
);

test(
  '§8 locked PIN: after five wrong ones none is asked for, and the text says until when',
  { tag: '@full' },
  async ({ page }) => {
    const shopper = shopperWithPin(3);
    await signInAs(page, people.pharmacist, '/ricerca-assistiti');
    await openPatient(page, shopper.fiscalCode);
    await button(page, 'Avanti').click();
    for (const wrong of ['00001', '00002', '00003', '00004']) {
      await test.step(`wrong PIN ${wrong}`, async () => {
        await authorise(page, wrong);
        await expect(pinField(page)).toBeEditable();
        await expect(dialog(page)).toContainText("Attenzione il PIN inserito non e' corretto");
      });
    }
    await authorise(page, WRONG_PIN);
    await expect(dialog(page)).toContainText(/PIN bloccato per troppi tentativi: riprova dopo le \d{1,2}:\d{2}/);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    // Nobody is asked for a PIN that would be refused.
    await button(page, 'Avanti').click();
    await expect(page.getByRole('main')).toContainText(
      /PIN bloccato per troppi tentativi: riprova dopo le \d{1,2}:\d{2}/,
    );
    await expect(dialog(page)).toBeHidden();
  },
);

test('§5 add product: quantities and prices that cannot be added', { tag: '@full' }, async ({ page }) => {
  await signInAs(page, people.pharmacist, '/ricerca-assistiti');
  await openPatient(page, shopperWithoutPin(2).fiscalCode);
  await openCart(page, null);
  await expect(button(page, 'Aggiungi')).toBeDisabled();
  await eanField(page).fill(article(0).ean);
  await eanField(page).press('Enter');
  await expect(quantityField(page)).toBeFocused();
  for (const quantity of ['0', '1.5', '1000000', '']) {
    await quantityField(page).fill(quantity);
    await expect(button(page, 'Aggiungi')).toBeDisabled();
  }
  await quantityField(page).fill('1');
  for (const price of ['0', '1,1234567', '', '1.2,3', '999.000']) {
    await priceField(page).fill(price);
    await expect(button(page, 'Aggiungi')).toBeDisabled();
  }
  await priceField(page).fill('1,123456');
  await expect(button(page, 'Aggiungi')).toBeEnabled();
});

test(
  '§5 budget check: over the budget warns, names the largest quantity, and blocks adding',
  { tag: '@full' },
  async ({ page }) => {
    const { price, ean } = article(0);
    const shopper = shopperWithoutPin(3);
    const fits = Number(shopper.residual.div(price).round(0, 0).toFixed());
    await signInAs(page, people.pharmacist, '/ricerca-assistiti');
    await openPatient(page, shopper.fiscalCode);
    await openCart(page, null);
    await eanField(page).fill(ean);
    await eanField(page).press('Enter');
    await expect(quantityField(page)).toBeFocused();
    await quantityField(page).fill(String(fits + 1));
    await expect(page.getByText('Il valore inserito supera il budget residuo a disposizione.')).toBeVisible();
    await expect(page.getByRole('main')).toContainText(`Quantità massima acquistabile a questo prezzo: ${fits}.`);
    await expect(button(page, 'Aggiungi')).toBeDisabled();
    await quantityField(page).fill(String(fits));
    await expect(button(page, 'Aggiungi')).toBeEnabled();
  },
);

test(
  '§5 product already in the cart: warned, with its quantity and price, and the line is replaced',
  { tag: '@full' },
  async ({ page }) => {
    const { ean } = article(4);
    await signInAs(page, people.pharmacist, '/ricerca-assistiti');
    await openPatient(page, shopperWithoutPin(4).fiscalCode);
    await openCart(page, null);
    await addProduct(page, { ean, quantity: 2, price: '1,25' });
    await eanField(page).fill(ean);
    await eanField(page).press('Enter');
    await expect(
      page.getByText('Prodotto già presente nel carrello. Verificare/modificare la quantità totale inserita.'),
    ).toBeVisible();
    await expect(quantityField(page)).toHaveValue('2');
    await expect(priceField(page)).toHaveValue('1,25');
    await quantityField(page).fill('3');
    await button(page, 'Aggiungi').click();
    await expect(lines(page, 'Prodotti inseriti')).toHaveCount(1);
    await expect(lines(page, 'Prodotti inseriti')).toContainText('3,75');
    await page.getByRole('button', { name: /^Elimina / }).click();
    await expect(page.getByRole('region', { name: 'Prodotti inseriti' })).toContainText(
      'Nessun elemento da visualizzare',
    );
    await expect(button(page, 'Avanti')).toBeDisabled();
  },
);

test(
  '§8 412: a voucher that another shop has spent meanwhile; the cart is loaded again, red and blocked',
  { tag: '@full' },
  async ({ page, browser, request }) => {
    const shopper = shopperWithoutPin(5);
    const sold = article(0);
    const most = Number(shopper.residual.div(sold.price).round(0, 0).toFixed());
    await signInAs(page, people.pharmacist, '/ricerca-assistiti');
    await openPatient(page, shopper.fiscalCode);
    await openCart(page, null);
    await addProduct(page, { ean: article(1).ean, quantity: 3 });
    await goToSummary(page);
    await button(page, 'Conferma').click();
    await expect(dialog(page)).toBeVisible();
    await sellElsewhere(browser, request, { username: people.grocer, shopper, article: sold, quantity: most });
    await authorise(page, null);
    await expect(page.getByText('Non hai sufficiente disponibilità nel voucher')).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    await expectStep(page, 'Riepilogo');
    await expect(page.getByRole('main')).toContainText(/[-−]\d+,\d\d/);
    await expect(button(page, 'Conferma')).toBeDisabled();
    await expect(button(page, 'Indietro')).toBeFocused();
  },
);

test(
  '§5 no store, no voucher, no dossier: each is said, and the sale does not start',
  { tag: '@full' },
  async ({ page }) => {
    await signInAs(page, people.supermarket, '/ricerca-assistiti');
    await fiscalCodeField(page).fill(namedCase('no voucher').fiscalCode);
    await button(page, 'Cerca').click();
    await page.getByRole('table').getByRole('button').click();
    await expectNotice(page, 'Ti sei dimenticato di selezionare il punto vendita');
    await dialog(page).getByRole('option', { name: 'Oristano' }).click();
    await expectStep(page, 'Anagrafica');
    await expect(page.getByText('Il paziente selezionato al momento non ha voucher attivi')).toBeVisible();
    await expect(button(page, 'Avanti')).toBeDisabled();
    await button(page, 'Torna alla ricerca').click();
    await openPatient(page, namedCase('revoked dossier').fiscalCode);
    await button(page, 'Storico acquisti').click();
    await expectNotice(page, 'Il paziente selezionato al momento non ha dossier attivi');
  },
);

test(
  '§2 patient search: an empty form and an unknown fiscal code give an empty table',
  { tag: '@full' },
  async ({ page }) => {
    await signInAs(page, people.pharmacist, '/ricerca-assistiti');
    await button(page, 'Cerca').click();
    await expect(page.getByRole('main')).toContainText('Nessun elemento da visualizzare');
    await fiscalCodeField(page).fill('ZZZZZZ99Z99Z999Z');
    await button(page, 'Cerca').click();
    await expect(page.getByRole('main')).toContainText('Il codice fiscale non sembra corretto');
    await expect(page.getByRole('main')).toContainText('Nessun elemento da visualizzare');
  },
);

test(
  'rules §3 resume: after a reload the unfinished cart is offered and taken up again',
  { tag: '@full' },
  async ({ page }) => {
    const shopper = shopperWithPin(4);
    await signInAs(page, people.pharmacist, '/ricerca-assistiti');
    await openPatient(page, shopper.fiscalCode);
    await openCart(page, shopper.pin);
    await addProduct(page, { ean: article(5).ean, quantity: 2 });
    await expect(lines(page, 'Prodotti inseriti')).toContainText(article(5).name);
    await page.reload();
    await expect(page.getByRole('main')).toContainText('Carrello non concluso');
    await button(page, 'Riprendi').click();
    await expectStep(page, 'Scarico Prodotti');
    await expect(lines(page, 'Prodotti inseriti')).toContainText(article(5).name);
    await goToSummary(page);
  },
);

test('design §2 privacy: nothing of the patient stands in the address or in storage', async ({ page }) => {
  const shopper = shopperWithPin(5);
  await signInAs(page, people.pharmacist, '/ricerca-assistiti');
  await openPatient(page, shopper.fiscalCode);
  await openCart(page, shopper.pin);
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage), location.href]),
  );
  for (const secret of [shopper.fiscalCode, shopper.lastName, shopper.pin]) expect(kept).not.toContain(secret);
});
