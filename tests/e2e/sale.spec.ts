import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { type Money, lineTotal, sum } from '#contract/rules/money.ts';
import { readPdf } from '#tests/pdf-text.ts';
import { article, articleWithLeadingZero, shopperWithPin, shopperWithoutPin } from './support/demonstration.ts';
import { signInAs } from './support/sign-in-as.ts';
import { expectNotice } from './support/notices.ts';
import { people } from './support/people.ts';
import { button, dialog } from './support/page-parts.ts';
import {
  addProduct,
  authorise,
  buy,
  chooseStore,
  eanField,
  expectStep,
  fiscalCodeField,
  lines,
  openCart,
  openPatient,
  pinField,
  quantityField,
  scanHere,
  typeFast,
} from './support/sale.ts';
import { isFull } from '#tests/extent.ts';
import { expect, test } from './support/test.ts';
import { intercept } from './support/intercept.ts';

/** Euro as the screen and the receipt show it, without the currency sign. */
const euro = (amount: Money) => amount.toFixed(2).replace('.', ',');

test(
  '§4 whole sale with PIN: three products, and the receipt, which is printed too, says what was sold',
  { tag: '@firefox' },
  async ({ page, browserName }) => {
    const shopper = shopperWithPin(0);
    const sold = [
      { article: article(0), quantity: 2 },
      { article: article(1), quantity: 1 },
      { article: articleWithLeadingZero(), quantity: 3 },
    ];
    const spent = sum(sold.map((line) => lineTotal(line.quantity, line.article.price)));
    // A test cannot see the browser's print dialog, but it can record the call that opens it.
    await page.addInitScript(() => {
      window.print = () => {
        window.parent.document.documentElement.dataset.printed = window.location.href;
      };
    });
    await signInAs(page, people.supermarket, '/ricerca-assistiti');
    await chooseStore(page, 'Selargius');
    await openPatient(page, shopper.fiscalCode);
    await openCart(page, shopper.pin);
    for (const line of sold) await addProduct(page, { ean: line.article.ean, quantity: line.quantity });
    await buy(page, shopper.pin);

    await expect(page.getByRole('main')).toContainText(euro(spent));
    await expect(page.getByRole('main')).toContainText(euro(shopper.residual.minus(spent)));
    await expect(lines(page, 'Prodotti acquistati')).toHaveCount(3);
    const heightOf = async (element: Locator) => (await element.boundingBox())?.height;
    const paper = page.getByRole('button', { name: 'Formato di stampa: A4' });
    await expect
      .poll(async () => (await heightOf(button(page, 'Stampa'))) === (await heightOf(paper)), 'as high as its choice')
      .toBe(true);
    const download = page.waitForEvent('download');
    await button(page, 'Stampa').click();
    const { texts } = readPdf(await readFile(await (await download).path()));
    const receipt = texts.join('\n');
    await expectNotice(page, 'La ricevuta è stata scaricata con successo.');
    // Firefox lets no page print a PDF, and the headless shell of `npm test` has no viewer of PDFs.
    if (browserName === 'firefox') {
      await expectNotice(page, 'Questo browser stampa la ricevuta solo dalla scheda che si è aperta: stampala da lì.');
    } else if (isFull || (await page.evaluate(() => navigator.pdfViewerEnabled))) {
      await expect(page.locator('html')).toHaveAttribute('data-printed', /^blob:/);
    } else {
      await expectNotice(page, 'Questo browser non può stampare la ricevuta da qui: aprila per stamparla.');
    }
    for (const text of [shopper.fiscalCode, shopper.lastName, euro(spent), ...sold.map((line) => line.article.name)]) {
      expect(receipt).toContain(text);
    }
    // Print has no background, so the dark header needs dark text. Firefox shows no other medium.
    if (browserName !== 'chromium') return;
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('columnheader').first()).toHaveCSS('color', 'rgb(0, 0, 0)');
  },
);

test(
  '§4 whole sale without PIN: yes and no where no PIN is asked',
  { tag: ['@full', '@firefox'] },
  async ({ page }) => {
    const shopper = shopperWithoutPin(0);
    const sold = article(2);
    await signInAs(page, people.pharmacist, '/ricerca-assistiti');
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
  },
);

test(
  '§5 EAN search: six products are six scans and Enter, one of them without its leading 0',
  { tag: '@full' },
  async ({ page }) => {
    const shopper = shopperWithoutPin(1);
    const scanned = [...[0, 1, 2, 3, 4].map((index) => article(index).ean), articleWithLeadingZero().ean.slice(1)];
    await signInAs(page, people.pharmacist, '/ricerca-assistiti');
    await expect(fiscalCodeField(page)).toBeFocused();
    await scanHere(page, shopper.fiscalCode.toLowerCase());
    await expectStep(page, 'Anagrafica');
    await openCart(page, null);
    for (const ean of scanned) {
      await expect(eanField(page)).toBeFocused();
      await scanHere(page, ean);
      await expect(quantityField(page)).toBeFocused();
      await page.keyboard.press('Enter');
    }
    await expect(eanField(page)).toBeFocused();
    await button(page, 'Avanti').click();
    await expect(lines(page, 'Prodotti inseriti')).toHaveCount(5);
    await page.getByRole('button', { name: 'Pagina 2' }).click();
    await expect(lines(page, 'Prodotti inseriti')).toHaveCount(1);
  },
);

for (const [index, pause] of [20, 200, 500, 1500].entries()) {
  const tag = index === 0 ? ['@firefox'] : ['@full'];
  test(
    `§5 scan: A, A, A, an unknown code and B, ${pause} ms apart, are A × 3, B × 1 and a note`,
    { tag },
    async ({ page }) => {
      const [first, second] = [article(3), article(4)];
      await signInAs(page, people.pharmacist, '/ricerca-assistiti');
      await openPatient(page, shopperWithoutPin(22 + index).fiscalCode);
      await openCart(page, null);
      for (const code of [first.ean, first.ean, first.ean, '99999999', second.ean]) {
        await scanHere(page, code, pause);
      }
      const line = page.getByRole('region', { name: 'Ricerca prodotti' }).locator('form');
      await expect(line).toContainText(second.name);
      await expect(quantityField(page)).toHaveValue('1');
      await expect(quantityField(page)).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(lines(page, 'Prodotti inseriti')).toHaveCount(2);
      await button(page, 'Avanti').click();
      await expectStep(page, 'Riepilogo');
      await expect(page.getByText('1 prodotto letto non è nel carrello')).toBeVisible();
      await expect(lines(page, 'Prodotti inseriti').filter({ hasText: first.name })).toContainText(
        euro(lineTotal(3, first.price)),
      );
      await expect(lines(page, 'Prodotti inseriti').filter({ hasText: second.name })).toContainText(
        euro(lineTotal(1, second.price)),
      );
      // A scanned pack that was not finished is neither bought nor lost.
      await scanHere(page, first.ean);
      await expectStep(page, 'Scarico Prodotti');
      await expect(quantityField(page)).toHaveValue('4');

      // Text typed at scanner speed is no scan. The form decides so at the latest with the Enter.
      await expect(quantityField(page)).toBeFocused();
      await page.keyboard.press('ControlOrMeta+A');
      await typeFast(page, '10');
      await expect(line).toContainText(euro(lineTotal(10, first.price)));
      await page.keyboard.press('ControlOrMeta+A');
      await typeFast(page, '11');
      await page.keyboard.press('Enter');
      await expect(lines(page, 'Prodotti inseriti').filter({ hasText: first.name })).toContainText(
        euro(lineTotal(11, first.price)),
      );
    },
  );
}

test(
  '§2 stepper: a sale of three products at their reference prices takes 16 keys beside the scans',
  { tag: '@full' },
  async ({ page }) => {
    const shopper = shopperWithPin(16);
    let keys = 0;
    const press = async (key: string) => {
      keys += 1;
      await page.keyboard.press(key);
    };
    const typePin = async () => {
      await expect(pinField(page)).toBeFocused();
      for (const digit of shopper.pin) await press(digit);
      await press('Enter');
    };
    await signInAs(page, people.pharmacist, '/ricerca-assistiti');
    await expect(fiscalCodeField(page)).toBeFocused();
    await scanHere(page, shopper.fiscalCode);
    await expect(button(page, 'Avanti')).toBeFocused();
    await press('Enter');
    await typePin();
    await expectStep(page, 'Scarico Prodotti');
    for (const number of [3, 4, 5]) {
      await scanHere(page, article(number).ean);
      await expect(page.getByRole('region', { name: 'Ricerca prodotti' }).locator('form')).toContainText(
        article(number).name,
      );
    }
    await press('Enter');
    await expect(lines(page, 'Prodotti inseriti')).toHaveCount(3);
    await expect(eanField(page)).toBeFocused();
    await press('Enter');
    await expect(button(page, 'Conferma')).toBeFocused();
    await press('Enter');
    await typePin();
    await expect(page.getByText("L'acquisto è stato effettuato con successo.")).toBeVisible();
    expect(keys).toBeLessThanOrEqual(16);
  },
);

test(
  '§2 stepper: Back goes to the step before and to the search, Forward returns, and a reload offers the cart',
  { tag: ['@full', '@firefox'] },
  async ({ page }) => {
    const shopper = shopperWithoutPin(1);
    await signInAs(page, people.pharmacist, '/ricerca-assistiti');
    await openPatient(page, shopper.fiscalCode);
    await openCart(page, null);
    await addProduct(page, { ean: article(0).ean, quantity: 1 });
    await button(page, 'Avanti').click();
    await expectStep(page, 'Riepilogo');
    await page.goBack();
    await expectStep(page, 'Scarico Prodotti');
    await page.goBack();
    await expectStep(page, 'Anagrafica');
    await page.goBack();
    await expect(page).toHaveURL(/\/ricerca-assistiti$/);
    await page.goForward();
    await expectStep(page, 'Anagrafica');
    await page.goForward();
    await expectStep(page, 'Scarico Prodotti');
    await expect(lines(page, 'Prodotti inseriti')).toHaveCount(1);
    const kept = await page.evaluate(() => JSON.stringify([window.history.state, window.location.href]));
    expect(kept).not.toContain(shopper.fiscalCode);
    await page.reload();
    await expect(page).toHaveURL(/\/ricerca-assistiti$/);
    await expect(page.getByText('Carrello non concluso')).toBeVisible();
  },
);

test(
  'rules §2 while a purchase is executed Back stays on its step, and the outcome is shown there',
  { tag: '@full' },
  async ({ page }) => {
    await signInAs(page, people.pharmacist, '/ricerca-assistiti');
    await openPatient(page, shopperWithoutPin(21).fiscalCode);
    await openCart(page, null);
    await addProduct(page, { ean: article(1).ean, quantity: 1 });
    await button(page, 'Avanti').click();
    await expectStep(page, 'Riepilogo');
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await intercept(page, '**/purchases/carts/*/execute', async (route) => {
      await released;
      await route.continue();
    });
    const asked = page.waitForRequest('**/purchases/carts/*/execute');
    await button(page, 'Conferma').click();
    await authorise(page, null);
    await asked;
    await page.evaluate(() => window.history.back());
    await expect(page).toHaveURL(/\/riepilogo$/);
    release();
    await expect(page.getByText('Operazione avvenuto con successo')).toBeVisible();
    await expect(page).toHaveURL(/\/completato$/);
  },
);
