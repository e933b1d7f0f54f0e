import type { Page } from '@playwright/test';
import { chooseIdentity } from '#tests/browser/sign-in.ts';
import { expectAccessible, expectNoSidewaysScrolling } from './support/accessibility.ts';
import { article, shopperWithPin, shopperWithoutPin } from './support/demonstration.ts';
import { people } from './support/people.ts';
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
  quantityField,
} from './support/sale.ts';
import { expect, test } from './support/test.ts';

/** Goes through a whole sale and stops at every screen and dialog on the way. */
async function visitSale(page: Page, pin: string | null, fiscalCode: string, look: (screen: string) => Promise<void>) {
  const at = (screen: string) => test.step(screen, () => look(screen));
  await page.goto('/ricerca-assistiti');
  await chooseIdentity(page, people.supermarket);
  await at('patient search');
  await button(page, 'Scegli il punto vendita').click();
  await expect(dialog(page)).toBeVisible();
  await at('store choice');
  await pickStore(page, 'Oristano');
  await fiscalCodeField(page).fill(fiscalCode);
  await button(page, 'Cerca').click();
  await expect(page.getByRole('table').getByRole('button', { name: fiscalCode })).toBeVisible();
  await at('patients found');
  await openPatient(page, fiscalCode);
  await at('step 1');
  await button(page, 'Avanti').click();
  await expect(dialog(page)).toBeVisible();
  await at('dialog of step 1');
  await authorise(page, pin);
  await expectStep(page, 'Scarico Prodotti');
  await addProduct(page, { ean: article(6).ean, quantity: 2 });
  await eanField(page).fill(article(7).ean);
  await eanField(page).press('Enter');
  await expect(quantityField(page)).toBeFocused();
  await at('step 2');
  await button(page, 'Dettaglio buono').click();
  await expect(dialog(page)).toBeVisible();
  await at('voucher detail');
  await expect(dialog(page).locator(':focus')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await goToSummary(page);
  await at('step 3');
  await button(page, 'Conferma').click();
  await expect(dialog(page)).toBeVisible();
  await at('dialog of step 3');
  await authorise(page, pin);
  await expect(page.getByText('Operazione avvenuto con successo')).toBeVisible();
  await at('step 4');
}

test('design §5 axe: every screen of a sale with PIN has no violation, light', async ({ page }) => {
  const shopper = shopperWithPin(6);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await visitSale(page, shopper.pin, shopper.fiscalCode, () => expectAccessible(page));
});

test('design §5 axe: every screen of a sale without PIN has no violation, dark', async ({ page }) => {
  const shopper = shopperWithoutPin(6);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await visitSale(page, null, shopper.fiscalCode, () => expectAccessible(page));
});

test('design §5 narrow: no screen of a sale scrolls sideways at 320 px', async ({ page }) => {
  const shopper = shopperWithPin(7);
  await page.setViewportSize({ width: 320, height: 640 });
  await visitSale(page, shopper.pin, shopper.fiscalCode, () => expectNoSidewaysScrolling(page));
});
