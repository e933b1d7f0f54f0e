import { type Locator, type Page, expect } from '@playwright/test';
import { button, dialog } from './page-parts.ts';

/** A scanned product with its quantity. The price is the reference price by default. */
export interface ScannedLine {
  readonly ean: string;
  readonly quantity: number;
  readonly price?: string;
}

export function fiscalCodeField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Codice fiscale' });
}

export function eanField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'EAN o ID prodotto' });
}

export function quantityField(page: Page): Locator {
  return page.getByRole('spinbutton', { name: 'Quantità' });
}

export function priceField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Prezzo unitario', exact: true });
}

/** The rows of the cart's or the purchase's table. */
export function lines(page: Page, table: 'Prodotti inseriti' | 'Prodotti acquistati'): Locator {
  return page
    .getByRole('region', { name: table })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
}

/** Expects the given step to be the current one. */
export async function expectStep(page: Page, name: 'Anagrafica' | 'Scarico Prodotti' | 'Riepilogo'): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
}

/** Chooses a store of several in the dialog, which is opened first if it is not open. */
export async function chooseStore(page: Page, name: string): Promise<void> {
  const opener = button(page, 'Scegli il punto vendita');
  await expect(opener).toBeAttached();
  if (!(await dialog(page).isVisible())) await opener.click();
  await dialog(page).getByRole('option', { name }).click();
  await expect(page.getByRole('region', { name: 'Punto vendita' })).toContainText(name);
  await expect(dialog(page)).toBeHidden();
  // The mouse would rest on an element behind the dialog, whose tooltip may cover the next button.
  await page.mouse.move(0, 0);
}

/** Searches a patient by fiscal code. Enter opens the only match. */
export async function openPatient(page: Page, fiscalCode: string): Promise<void> {
  await fiscalCodeField(page).fill(fiscalCode);
  await fiscalCodeField(page).press('Enter');
  await expectStep(page, 'Anagrafica');
}

/** The field of the PIN dialog. */
export function pinField(page: Page): Locator {
  return dialog(page).getByPlaceholder("Digita qui il codice PIN dell'assistito");
}

/**
 * Answers the open dialog with the PIN or 'Sì'. Waits for its animation first, because a click would miss a moving
 * button.
 */
export async function authorise(page: Page, pin: string | null): Promise<void> {
  await expect(dialog(page)).not.toHaveClass(/zoom/);
  if (pin === null) {
    await dialog(page).getByRole('button', { name: 'Sì' }).click();
    return;
  }
  await pinField(page).fill(pin);
  await dialog(page).getByRole('button', { name: 'Conferma' }).click();
}

/** Step 1 to 2: 'Avanti', then the PIN if the patient has one, else 'Sì'. */
export async function openCart(page: Page, pin: string | null): Promise<void> {
  await button(page, 'Avanti').click();
  await authorise(page, pin);
  await expectStep(page, 'Scarico Prodotti');
}

/** The time between the keys of a scanner, in ms. */
const KEY_GAP = 10;
const ENTER = { key: 'Enter', text: '\r', windowsVirtualKeyCode: 13 };

/** Runs in the page: each key has a time stamp this long, in ms, after the one before. */
function spaceKeys(gap: number): void {
  const stamps = new WeakMap<Event, number>();
  let last = performance.now();
  Object.defineProperty(KeyboardEvent.prototype, 'timeStamp', {
    configurable: true,
    get(this: KeyboardEvent) {
      if (this.type === 'keydown' && !stamps.has(this)) stamps.set(this, (last += gap));
      return stamps.get(this) ?? last;
    },
  });
}

/**
 * Types at scanner speed into the focused element. Key events carry fixed timestamps, so a slow machine does not
 * matter.
 */
export async function typeFast(page: Page, text: string, last: readonly (typeof ENTER)[] = []): Promise<void> {
  const keys = [...Array.from(text, (each) => ({ key: each, text: each })), ...last];
  if (page.context().browser()?.browserType().name() !== 'chromium') {
    await page.evaluate(spaceKeys, KEY_GAP);
    for (const { key } of keys) await page.keyboard.press(key);
    await page.evaluate(() => Reflect.deleteProperty(KeyboardEvent.prototype, 'timeStamp'));
    return;
  }
  const client = await page.context().newCDPSession(page);
  const begin = Date.now() - KEY_GAP * text.length;
  for (const [index, key] of keys.entries()) {
    const timestamp = (begin + index * KEY_GAP) / 1000;
    await client.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key, timestamp });
    await client.send('Input.dispatchKeyEvent', { type: 'keyUp', key: key.key, timestamp });
  }
  await client.detach();
}

/** Scans into the focused element. `pause` is the time until the next scan, in ms. */
export async function scanHere(page: Page, code: string, pause = 0): Promise<void> {
  await typeFast(page, code, [ENTER]);
  // The Shift key has no effect and takes the time of the pause.
  await page.keyboard.press('Shift', { delay: pause });
}

/**
 * Step 2: searches by EAN or product id and adds the only match. An EAN that is entered before it is added counts as a
 * scan.
 */
export async function addProduct(page: Page, line: ScannedLine): Promise<void> {
  await eanField(page).fill(line.ean);
  await eanField(page).press('Enter');
  await expect(quantityField(page)).toBeFocused();
  await quantityField(page).fill(String(line.quantity));
  if (line.price !== undefined) await priceField(page).fill(line.price);
  await button(page, 'Aggiungi').click();
  await expect(eanField(page)).toBeFocused();
  await expect(quantityField(page)).toBeDisabled();
}

/** Step 2 to 3: 'Avanti'. */
export async function goToSummary(page: Page): Promise<void> {
  await button(page, 'Avanti').click();
  await expectStep(page, 'Riepilogo');
}

/** Steps 2 to 4: 'Avanti', 'Conferma', and the PIN or yes. */
export async function buy(page: Page, pin: string | null): Promise<void> {
  await goToSummary(page);
  await button(page, 'Conferma').click();
  await authorise(page, pin);
  await expect(page.getByText('Operazione avvenuto con successo')).toBeVisible();
  await expect(page.getByText("L'acquisto è stato effettuato con successo.")).toBeVisible();
}
