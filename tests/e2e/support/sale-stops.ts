import { expect } from '@playwright/test';
import { article, shopperWithPin } from './demonstration.ts';
import { ageUnconfirmed } from './unconfirmed.ts';
import {
  addProduct,
  authorise,
  button,
  buy,
  dialog,
  eanField,
  expectStep,
  fiscalCodeField,
  goToSummary,
  openPatient,
  chooseStore,
  priceField,
  quantityField,
} from './sale.ts';
import { type Visit, lookAtDialog } from './stop.ts';
import { intercept } from './intercept.ts';

const EXECUTE = '**/purchases/carts/*/execute';
const SUMMARY = '**/carts/*/summary';
const NOT_SAID = { error: { code: 1, description: 'NOT_SAID' } };

async function untilStep2(visit: Visit, fiscalCode: string, pin: string): Promise<void> {
  const { page, look } = visit;
  await lookAtDialog(visit, 'store choice');
  await look('patient search');
  await button(page, 'Scegli il punto vendita').click();
  await chooseStore(page, 'Oristano');
  await fiscalCodeField(page).fill(fiscalCode);
  await button(page, 'Cerca').click();
  await expect(page.getByRole('table').getByRole('button', { name: fiscalCode })).toBeVisible();
  await look('patients found');
  await openPatient(page, fiscalCode);
  await look('step 1');
  await button(page, 'Avanti').click();
  await lookAtDialog(visit, 'PIN of step 1');
  await button(page, 'Avanti').click();
  await authorise(page, pin);
  await expectStep(page, 'Scarico Prodotti');
}

async function atStep2(visit: Visit): Promise<void> {
  const { page, look } = visit;
  await addProduct(page, { ean: article(6).ean, quantity: 2 });
  await eanField(page).fill(article(7).ean);
  await eanField(page).press('Enter');
  await expect(quantityField(page)).toBeFocused();
  await look('step 2');
  const categories = page.getByRole('main').getByRole('combobox').first();
  await categories.click();
  await look('categories');
  await categories.fill('zzz');
  await expect(page.getByRole('option', { disabled: true })).toBeVisible();
  await look('no category found');
  await page.keyboard.press('Escape');
  await priceField(page).fill('999.000');
  await expect(page.getByText('999,00 € o 999.000,00 €?')).toBeVisible();
  await look('question about the price');
  await priceField(page).fill(article(7).price.times(3).toString().replace('.', ','));
  await button(page, 'Aggiungi').click();
  await lookAtDialog(visit, 'confirmation of the price');
  await quantityField(page).fill('999');
  await expect(page.getByText('Il valore inserito supera il budget residuo a disposizione.')).toBeVisible();
  await look('over the budget');
  await button(page, 'Dettaglio buono').click();
  await lookAtDialog(visit, 'voucher list');
}

/** Chooses the patient whose cart was left: the search asks first. */
async function askedAbout(visit: Visit, fiscalCode: string, name: string): Promise<void> {
  const { page } = visit;
  await fiscalCodeField(page).fill(fiscalCode);
  await fiscalCodeField(page).press('Enter');
  await lookAtDialog(visit, name);
}

/** A PIN that is refused, and then an answer that is lost, with nobody to say what became of the purchase. */
async function atStep3(visit: Visit, pin: string): Promise<void> {
  const { page, look } = visit;
  await page.getByRole('button', { name: /EAN/ }).first().focus();
  await expect(page.getByRole('tooltip')).toBeInViewport();
  await look('step 3, with a popover');
  await button(page, 'Conferma').click();
  await authorise(page, 'wrong');
  await expect(dialog(page)).toContainText("Attenzione il PIN inserito non e' corretto");
  await look('PIN of step 3, refused');
  await intercept(page, EXECUTE, (route) => route.abort());
  await intercept(page, SUMMARY, (route) => route.fulfill({ status: 409, json: NOT_SAID }));
  await authorise(page, pin);
  await expect(dialog(page)).toContainText('Esito non ancora noto.');
  await lookAtDialog(visit, 'purchase of unknown outcome');
}

async function unknownOutcome(visit: Visit, fiscalCode: string): Promise<void> {
  const { page, look } = visit;
  await ageUnconfirmed(page);
  await page.reload();
  await expect(button(page, 'Verifica esito')).toBeEnabled();
  await look('notice of the purchase of unknown outcome');
  await askedAbout(visit, fiscalCode, 'a new sale while the outcome of one is unknown');
  await page.unroute(EXECUTE);
  await page.unroute(SUMMARY);
  await button(page, 'Verifica esito').click();
  await expect(button(page, 'Riprendi')).toBeVisible();
  await expect(page.locator(':focus')).toBeVisible();
}

/**
 * The patient search and the whole sale: every step and dialog, the offer to resume the cart, and what is not known of
 * a purchase whose answer was lost (rules §2).
 */
export async function saleStops(visit: Visit): Promise<void> {
  const { page, look } = visit;
  const { fiscalCode, pin } = shopperWithPin(6);
  await untilStep2(visit, fiscalCode, pin);
  await atStep2(visit);
  await page.reload();
  await expect(button(page, 'Riprendi')).toBeVisible();
  await look('offer to resume the cart');
  await askedAbout(visit, fiscalCode, 'cart that was left');
  await button(page, 'Riprendi').click();
  await expectStep(page, 'Scarico Prodotti');
  await goToSummary(page);
  await atStep3(visit, pin);
  await unknownOutcome(visit, fiscalCode);
  await button(page, 'Riprendi').click();
  await buy(page, pin);
  await look('step 4');
}
