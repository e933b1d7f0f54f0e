import { expect } from '@playwright/test';
import { article, shopperWithPin } from './demonstration.ts';
import {
  addProduct,
  authorise,
  button,
  dialog,
  eanField,
  expectStep,
  fiscalCodeField,
  goToSummary,
  openPatient,
  pickStore,
  priceField,
  quantityField,
} from './sale.ts';
import { type Visit, lookAtDialog } from './stop.ts';

async function untilStep2(visit: Visit, fiscalCode: string, pin: string): Promise<void> {
  const { page, look } = visit;
  await expect(button(page, 'Scegli il punto vendita')).toBeVisible();
  await look('patient search');
  await button(page, 'Scegli il punto vendita').click();
  await lookAtDialog(visit, 'store choice');
  await button(page, 'Scegli il punto vendita').click();
  await pickStore(page, 'Oristano');
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
  await priceField(page).fill(article(7).price.times(3).toString().replace('.', ','));
  await button(page, 'Aggiungi').click();
  await lookAtDialog(visit, 'confirmation of the price');
  await quantityField(page).fill('999');
  await expect(page.getByText('Il valore inserito supera il budget residuo a disposizione.')).toBeVisible();
  await look('over the budget');
  await button(page, 'Dettaglio buono').click();
  await lookAtDialog(visit, 'voucher list');
}

/** The patient search and the whole sale: every step and dialog, and the offer to resume the cart. */
export async function saleStops(visit: Visit): Promise<void> {
  const { page, look } = visit;
  const { fiscalCode, pin } = shopperWithPin(6);
  await untilStep2(visit, fiscalCode, pin);
  await atStep2(visit);
  await page.reload();
  await expect(button(page, 'Riprendi')).toBeVisible();
  await look('offer to resume the cart');
  await button(page, 'Riprendi').click();
  await expectStep(page, 'Scarico Prodotti');
  await goToSummary(page);
  await look('step 3');
  await button(page, 'Conferma').click();
  await expect(dialog(page)).toBeVisible();
  await authorise(page, pin);
  await expect(page.getByText('Operazione avvenuto con successo')).toBeVisible();
  await look('step 4');
}
