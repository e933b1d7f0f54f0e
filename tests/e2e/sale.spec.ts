import { readFile } from 'node:fs/promises';
import { type Money, lineTotal, sum } from '#contract/rules/money.ts';
import { chooseIdentity } from '#tests/browser/sign-in.ts';
import { readPdf } from '#tests/pdf-text.ts';
import { article, articleWithLeadingZero, shopperWithPin, shopperWithoutPin } from './support/demonstration.ts';
import { people } from './support/people.ts';
import {
  addProduct,
  button,
  buy,
  chooseStore,
  dialog,
  eanField,
  expectStep,
  fiscalCodeField,
  lines,
  openCart,
  openPatient,
  quantityField,
} from './support/sale.ts';
import { expect, test } from './support/test.ts';

/** Euro as the screen and the receipt show it, without the sign. */
const euro = (amount: Money) => amount.toFixed(2).replace('.', ',');

test.beforeEach(async ({ page }) => {
  await page.goto('/ricerca-assistiti');
});

test('§4 whole sale with PIN: three products, and the receipt says what was sold', async ({ page }) => {
  const shopper = shopperWithPin(0);
  const sold = [
    { article: article(0), quantity: 2 },
    { article: article(1), quantity: 1 },
    { article: articleWithLeadingZero(), quantity: 3 },
  ];
  const spent = sum(sold.map((line) => lineTotal(line.quantity, line.article.price)));
  await chooseIdentity(page, people.supermarket);
  await chooseStore(page, 'Selargius');
  await openPatient(page, shopper.fiscalCode);
  await openCart(page, shopper.pin);
  for (const line of sold) await addProduct(page, { ean: line.article.ean, quantity: line.quantity });
  await buy(page, shopper.pin);

  await expect(page.getByRole('main')).toContainText(euro(spent));
  await expect(page.getByRole('main')).toContainText(euro(shopper.residual.minus(spent)));
  await expect(lines(page, 'Prodotti acquistati')).toHaveCount(3);
  const download = page.waitForEvent('download');
  await button(page, 'Stampa').click();
  const { texts } = readPdf(await readFile(await (await download).path()));
  const receipt = texts.join('\n');
  await expect(page.getByText('La ricevuta è stata scaricata con successo.')).toBeVisible();
  for (const text of [shopper.fiscalCode, shopper.lastName, euro(spent), ...sold.map((line) => line.article.name)]) {
    expect(receipt).toContain(text);
  }
});

test('§4 whole sale without PIN: yes and no where no PIN is asked', async ({ page }) => {
  const shopper = shopperWithoutPin(0);
  const sold = article(2);
  await chooseIdentity(page, people.pharmacist);
  await openPatient(page, shopper.fiscalCode);
  await button(page, 'Avanti').click();
  await expect(dialog(page)).toContainText('Conferma creazione carrello');
  await expect(dialog(page)).toContainText('Sei sicuro di voler creare il carrello?');
  await dialog(page).getByRole('button', { name: 'No' }).click();
  await expect(dialog(page)).toBeHidden();
  await openCart(page, null);
  await addProduct(page, { ean: sold.ean, quantity: 1 });
  await buy(page, null);
  await expect(page.getByRole('main')).toContainText(euro(shopper.residual.minus(sold.price)));
});

test('§5 EAN search: six products are six scans and Enter, one of them without its leading 0', async ({ page }) => {
  const shopper = shopperWithoutPin(1);
  const scanned = [...[0, 1, 2, 3, 4].map((index) => article(index).ean), articleWithLeadingZero().ean.slice(1)];
  await chooseIdentity(page, people.pharmacist);
  await expect(fiscalCodeField(page)).toBeFocused();
  await page.keyboard.type(`${shopper.fiscalCode.toLowerCase()}\n`);
  await expectStep(page, 'Anagrafica');
  await openCart(page, null);
  for (const ean of scanned) {
    await expect(eanField(page)).toBeFocused();
    await page.keyboard.type(`${ean}\n`);
    await expect(quantityField(page)).toBeFocused();
    await page.keyboard.press('Enter');
  }
  await expect(eanField(page)).toBeFocused();
  await button(page, 'Avanti').click();
  await expect(lines(page, 'Prodotti inseriti')).toHaveCount(5);
  await page.getByRole('button', { name: 'Pagina 2' }).click();
  await expect(lines(page, 'Prodotti inseriti')).toHaveCount(1);
});

test('design §5 keyboard: a whole sale without the mouse', async ({ page }) => {
  const shopper = shopperWithPin(1);
  const { keyboard } = page;
  await chooseIdentity(page, people.pharmacist);
  await expect(fiscalCodeField(page)).toBeFocused();
  await keyboard.type(`${shopper.fiscalCode}\n`);
  await expectStep(page, 'Anagrafica');
  await expect(button(page, 'Avanti')).toBeFocused();
  await keyboard.press('Enter');
  await expect(dialog(page).getByRole('textbox')).toBeFocused();
  await keyboard.type(`${shopper.pin}\n`);
  await expect(eanField(page)).toBeFocused();
  await keyboard.type(`${article(3).ean}\n`);
  await expect(quantityField(page)).toBeFocused();
  await keyboard.type('2\n');
  await expect(eanField(page)).toBeFocused();
  await keyboard.press('Enter');
  await expect(button(page, 'Avanti')).toBeFocused();
  await keyboard.press('Enter');
  await expect(button(page, 'Conferma')).toBeFocused();
  await keyboard.press('Enter');
  await expect(dialog(page).getByRole('textbox')).toBeFocused();
  await keyboard.type(`${shopper.pin}\n`);
  await expect(page.getByText("L'acquisto è stato effettuato con successo.")).toBeVisible();
  await expect(button(page, 'Stampa')).toBeFocused();
});
