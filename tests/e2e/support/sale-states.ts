import { expect } from '@playwright/test';
import { article, shopperWithPin } from './demonstration.ts';
import { ageUnconfirmed } from './unconfirmed.ts';
import { button, dialog } from './page-parts.ts';
import {
  addProduct,
  authorise,
  buy,
  chooseStore,
  eanField,
  expectStep,
  fiscalCodeField,
  goToSummary,
  openPatient,
  priceField,
  quantityField,
} from './sale.ts';
import { type ScreenUnderTest, checkDialog } from './screen-states.ts';
import { intercept } from './intercept.ts';

const EXECUTE = '**/purchases/carts/*/execute';
const SUMMARY = '**/carts/*/summary';
const NOT_SAID = { error: { code: 1, description: 'NOT_SAID' } };

async function untilStep2(screen: ScreenUnderTest, fiscalCode: string, pin: string): Promise<void> {
  const { page, check } = screen;
  await check('patient search');
  await button(page, 'Scegli il punto vendita').click();
  await checkDialog(screen, 'store choice');
  await chooseStore(page, 'Oristano');
  await fiscalCodeField(page).fill(fiscalCode);
  await button(page, 'Cerca').click();
  await expect(page.getByRole('table').getByRole('button', { name: fiscalCode })).toBeVisible();
  await check('patients found');
  await openPatient(page, fiscalCode);
  await check('step 1');
  await button(page, 'Avanti').click();
  await checkDialog(screen, 'PIN of step 1');
  await button(page, 'Avanti').click();
  await authorise(page, pin);
  await expectStep(page, 'Scarico Prodotti');
}

async function atStep2(screen: ScreenUnderTest): Promise<void> {
  const { page, check } = screen;
  await addProduct(page, { ean: article(6).ean, quantity: 2 });
  await eanField(page).fill(article(7).ean);
  await eanField(page).press('Enter');
  await expect(quantityField(page)).toBeFocused();
  await check('step 2');
  const categories = page.getByRole('main').getByRole('combobox').first();
  await categories.click();
  await check('categories');
  await categories.fill('zzz');
  await expect(page.getByRole('option', { disabled: true })).toBeVisible();
  await check('no category found');
  await page.keyboard.press('Escape');
  await priceField(page).fill('999.000');
  await expect(page.getByText('999,00 € o 999.000,00 €?')).toBeVisible();
  await check('question about the price');
  await priceField(page).fill(article(7).price.times(3).toString().replace('.', ','));
  await button(page, 'Aggiungi').click();
  await checkDialog(screen, 'confirmation of the price');
  await quantityField(page).fill('999');
  await expect(page.getByText('Il valore inserito supera il budget residuo a disposizione.')).toBeVisible();
  await check('over the budget');
  await button(page, 'Dettaglio buono').click();
  await checkDialog(screen, 'voucher list');
}

/** Chooses the patient with an unfinished cart, whom the search asks about first. */
async function askedAbout(screen: ScreenUnderTest, fiscalCode: string, name: string): Promise<void> {
  const { page } = screen;
  await fiscalCodeField(page).fill(fiscalCode);
  await fiscalCodeField(page).press('Enter');
  await checkDialog(screen, name);
}

/** A refused PIN, then a lost response of the purchase, whose outcome nobody can tell. */
async function atStep3(screen: ScreenUnderTest, pin: string): Promise<void> {
  const { page, check } = screen;
  await page.getByRole('button', { name: /EAN/ }).first().focus();
  await expect(page.getByRole('tooltip')).toBeInViewport();
  await check('step 3, with a popover');
  await button(page, 'Conferma').click();
  await authorise(page, 'wrong');
  await expect(dialog(page)).toContainText("Attenzione il PIN inserito non e' corretto");
  await check('PIN of step 3, refused');
  await intercept(page, EXECUTE, (route) => route.abort());
  await intercept(page, SUMMARY, (route) => route.fulfill({ status: 409, json: NOT_SAID }));
  await authorise(page, pin);
  await expect(dialog(page)).toContainText('Esito non ancora noto.');
  await checkDialog(screen, 'purchase of unknown outcome');
}

async function unknownOutcome(screen: ScreenUnderTest, fiscalCode: string): Promise<void> {
  const { page, check } = screen;
  await ageUnconfirmed(page);
  await page.reload();
  await expect(button(page, 'Verifica esito')).toBeEnabled();
  await check('notice of the purchase of unknown outcome');
  await askedAbout(screen, fiscalCode, 'a new sale while the outcome of one is unknown');
  await page.unroute(EXECUTE);
  await page.unroute(SUMMARY);
  await button(page, 'Verifica esito').click();
  await expect(button(page, 'Riprendi')).toBeVisible();
  await expect(page.locator(':focus')).toBeVisible();
}

/**
 * The patient search and the whole sale: every step and dialog, the offer to resume the cart, and the unknown outcome
 * of a purchase whose response was lost (rules §2).
 */
export async function saleStates(screen: ScreenUnderTest): Promise<void> {
  const { page, check } = screen;
  const { fiscalCode, pin } = shopperWithPin(6);
  await untilStep2(screen, fiscalCode, pin);
  await atStep2(screen);
  await page.reload();
  await expect(button(page, 'Riprendi')).toBeVisible();
  await check('offer to resume the cart');
  await askedAbout(screen, fiscalCode, 'cart that was left');
  await button(page, 'Riprendi').click();
  await expectStep(page, 'Scarico Prodotti');
  await goToSummary(page);
  await atStep3(screen, pin);
  await unknownOutcome(screen, fiscalCode);
  await button(page, 'Riprendi').click();
  await buy(page, pin);
  await check('step 4');
}
