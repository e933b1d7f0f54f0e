import type { Locator, Page } from '@playwright/test';
import { article, shopperWithoutPin } from './support/demonstration.ts';
import { button, dialog } from './support/page-parts.ts';
import { people } from './support/people.ts';
import { eanField, expectStep, fiscalCodeField, quantityField, scanHere } from './support/sale.ts';
import { signInAs } from './support/sign-in-as.ts';
import { expect, test } from './support/test.ts';

const CODES = [article(5).ean, article(6).ean, article(7).ean];

/** Sells with the keyboard alone, and counts the keys, without the characters of codes. */
class Keyboard {
  keys = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /**
   * The one Enter that a person presses here. The portal ignores an Enter that comes as fast as a scanner's, and the test
   * is as fast: it presses again what a person presses once.
   */
  async enter(from: Locator, isDone: () => Promise<void>): Promise<void> {
    this.keys += 1;
    await expect(async () => {
      if (await from.evaluate((element) => element === document.activeElement))
        await this.#page.keyboard.press('Enter');
      await isDone();
    }).toPass();
  }

  /** From step 1 to the empty cart. */
  async openCart(): Promise<void> {
    await expectStep(this.#page, 'Anagrafica');
    await this.enter(button(this.#page, 'Avanti'), () => expectFocus(this.#yes));
    await this.enter(this.#yes, () => expectFocus(eanField(this.#page)));
  }

  /** From the full cart to the receipt. */
  async buy(): Promise<void> {
    const confirm = button(this.#page, 'Conferma');
    await this.enter(eanField(this.#page), () => expectFocus(confirm));
    await this.enter(confirm, () => expectFocus(this.#yes));
    await this.enter(this.#yes, () => expectFocus(button(this.#page, 'Stampa')));
    await expect(this.#page.getByText("L'acquisto è stato effettuato con successo.")).toBeVisible();
  }

  get #yes(): Locator {
    return dialog(this.#page).getByRole('button', { name: /^Sì/ });
  }
}

/** In ms: long enough for a screen to answer, short enough to press again. */
const SOON = 3000;

const expectFocus = (target: Locator) => expect(target).toBeFocused({ timeout: SOON });

test('§2 keys: three scanned products are sold without a PIN with 6 keys, at most 9', async ({ page }) => {
  const keyboard = new Keyboard(page);
  await signInAs(page, people.pharmacist, '/ricerca-assistiti');
  await expect(fiscalCodeField(page)).toBeFocused();
  await scanHere(page, shopperWithoutPin(9).fiscalCode);
  await keyboard.openCart();
  for (const code of CODES) {
    await scanHere(page, code);
    await expect(quantityField(page)).toBeFocused();
  }
  await keyboard.enter(quantityField(page), () => expectFocus(eanField(page)));
  await keyboard.buy();
  expect(keyboard.keys).toBe(6);
});

test('§2 keys: three products whose codes are typed are sold without a PIN with 12 keys, at most 14', async ({
  page,
}) => {
  const keyboard = new Keyboard(page);
  await signInAs(page, people.pharmacist, '/ricerca-assistiti');
  await fiscalCodeField(page).fill(shopperWithoutPin(10).fiscalCode);
  await keyboard.enter(fiscalCodeField(page), () => expectFocus(button(page, 'Avanti')));
  await keyboard.openCart();
  for (const code of CODES) {
    await eanField(page).fill(code);
    await keyboard.enter(eanField(page), () => expectFocus(quantityField(page)));
    await keyboard.enter(quantityField(page), () => expectFocus(eanField(page)));
  }
  await keyboard.buy();
  expect(keyboard.keys).toBe(12);
});
