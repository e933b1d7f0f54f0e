import type { Locator, Page } from '@playwright/test';
import { formatDay } from '#contract/rules/dates.ts';
import { article, cancelCodeOf, shopperWithPin, soldMostly } from './support/demonstration.ts';
import { saved } from './support/documents.ts';
import { cancelButton, codeField, recreateButton } from './support/history.ts';
import { people } from './support/people.ts';
import { activeOption, counterpartyField, dateField, lastMonth } from './support/period.ts';
import { button, dialog } from './support/page-parts.ts';
import { eanField, expectStep, fiscalCodeField, pinField, quantityField } from './support/sale.ts';
import { expect, test } from './support/test.ts';
import { intercept } from './support/intercept.ts';

/** The time between two keys in ms: typing by hand is slower than a scanner. */
const BY_HAND_MS = 60;

const MAX_STOPS = 60;

declare global {
  interface Window {
    notePointer: (what: string) => Promise<void>;
  }
}

/** The focused element, unless it is visible, not covered, and has an outline. */
function unseenFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused) return 'nothing';
    const { left, right, top, bottom } = focused.getBoundingClientRect();
    const inFront = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isInFront = inFront !== null && (focused.contains(inFront) || inFront.closest('label, .ant-select') !== null);
    const { outlineStyle, boxShadow } = getComputedStyle(focused);
    // antd draws the outline of a select around its field.
    const around = focused.closest(
      '.ant-select-focused, .ant-input-affix-wrapper-focused, .ant-input-number-focused, .ant-picker-focused',
    );
    const drawn = around ? [around, ...around.children].map((element) => getComputedStyle(element).boxShadow) : [];
    const hasLine = outlineStyle !== 'none' || boxShadow !== 'none' || drawn.some((shadow) => shadow !== 'none');
    return isInFront && hasLine ? '' : focused.outerHTML;
  });
}

/** Expects the focus to be visible (design §5). The outline of a select appears a moment after the focus. */
async function expectFocusSeen(page: Page): Promise<void> {
  await expect.poll(() => unseenFocus(page), 'what has the focus and is not seen').toBe('');
}

/** Records mouse and touch events from now on. */
async function notePointer(page: Page): Promise<string[]> {
  const pressed: string[] = [];
  await page.exposeFunction('notePointer', (what: string) => void pressed.push(what));
  await page.addInitScript(() => {
    window.addEventListener('pointerdown', ({ pointerType }) => void window.notePointer(pointerType), true);
  });
  return pressed;
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press(key);
    const isThere = await target.evaluate((element) => element === document.activeElement);
    if (!isThere) continue;
    await expectFocusSeen(page);
    return;
  }
  throw new Error(`the focus does not come to ${target.toString()}`);
}

/** Follows a link in a group of the navigation. The focus starts at the heading of the new screen. */
async function openByMenu(page: Page, group: string, name: string): Promise<void> {
  await tabTo(page, page.getByRole('banner').getByRole('button', { name: group }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('banner').getByRole('link', { name: new RegExp(`^${name}$`, 'i') }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

test('design §5 keyboard: a whole sale, its cancellation and an export without the mouse', async ({ page }) => {
  test.slow();
  const { keyboard } = page;
  const type = (text: string) => keyboard.type(text, { delay: BY_HAND_MS });
  const username = people.otherPharmacist;
  const shopper = shopperWithPin(1);
  const pressed = await notePointer(page);
  await page.goto('/ricerca-assistiti');
  await tabTo(page, page.getByRole('button', { name: username }));
  await keyboard.press('Enter');

  await test.step('sale', async () => {
    await tabTo(page, button(page, 'Scegli il punto vendita'));
    await keyboard.press('Enter');
    await expect(dialog(page).getByRole('option').first()).toBeFocused();
    // The list ignores an Enter that comes right after the one that opened it.
    await expect(async () => {
      if (await dialog(page).isVisible()) await keyboard.press('Enter');
      await expect(dialog(page)).toBeHidden({ timeout: 2000 });
    }).toPass();
    await expect(fiscalCodeField(page)).toBeFocused();
    await type(`${shopper.fiscalCode}\n`);
    await expectStep(page, 'Anagrafica');
    await expect(button(page, 'Avanti')).toBeFocused();
    await keyboard.press('Enter');
    await expect(pinField(page)).toBeFocused();
    await type(`${shopper.pin}\n`);
    await expect(eanField(page)).toBeFocused();
    for (const number of [3, 4]) {
      await type(`${article(number).ean}\n`);
      await expect(quantityField(page)).toBeFocused();
      await type('2\n');
      await expect(eanField(page)).toBeFocused();
    }
    await tabTo(page, page.getByRole('button', { name: `Elimina ${article(4).name}` }));
    await keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Elimina ${article(4).name}` })).toHaveCount(0);
    await expect(eanField(page)).toBeFocused();
    await keyboard.press('Enter');
    await expect(button(page, 'Conferma')).toBeFocused();
    await keyboard.press('Enter');
    await expect(pinField(page)).toBeFocused();
    await keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(button(page, 'Conferma')).toBeFocused();
    await keyboard.press('Enter');
    await expect(pinField(page)).toBeFocused();
    await type(`${shopper.pin}\n`);
    await expect(page.getByText("L'acquisto è stato effettuato con successo.")).toBeVisible();
    await expect(button(page, 'Stampa')).toBeFocused();
  });

  await test.step('cancellation', async () => {
    await openByMenu(page, 'Voci di Ricerca Assistiti', 'Storico acquisti');
    const newest = page.getByRole('button', { name: /^Storna l'acquisto/ }).first();
    await tabTo(page, newest);
    const purchaseId = (await newest.getAttribute('aria-label'))?.replace(/\D/g, '') ?? '';
    await keyboard.press('Enter');
    await expect(codeField(page)).toBeFocused();
    await keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(cancelButton(page, purchaseId)).toBeFocused();
    await keyboard.press('Space');
    await expect(codeField(page)).toBeFocused();
    await type(`${cancelCodeOf(username)}\n`);
    await expect(recreateButton(page, purchaseId)).toBeVisible();
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
  });

  await test.step('the last page of the list', async () => {
    const next = page.getByRole('button', { name: 'Pagina successiva' });
    await tabTo(page, next);
    while (await next.isEnabled()) await keyboard.press('Enter');
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
  });

  await test.step('export', async () => {
    await openByMenu(page, 'Contabilità', 'Prospetto fatturazione');
    await tabTo(page, counterpartyField(page));
    const { aslName } = soldMostly(username, lastMonth);
    await type(aslName);
    await expect(activeOption(page)).toContainText(aslName);
    await keyboard.press('Enter');
    await tabTo(page, dateField(page, 'Data inizio'));
    await type(formatDay(lastMonth.first));
    await tabTo(page, dateField(page, 'Data fine'));
    await type(formatDay(lastMonth.last));
    const { name } = await saved(page, () => keyboard.press('Enter'));
    expect(name).toMatch(/\.pdf$/);
    await expect(dateField(page, 'Data fine')).toBeFocused();
    const details = button(page, 'Esporta dettaglio CSV');
    await tabTo(page, details);
    expect((await saved(page, () => keyboard.press('Enter'))).name).toMatch(/\.csv$/);
    await expect(details).toHaveAttribute('aria-busy', 'false');
  });

  await test.step('an alert that is dismissed', async () => {
    await intercept(page, '**/bill/**', (route) =>
      route.fulfill({ status: 500, json: { status: { trace: 'trace-1' } } }),
    );
    await keyboard.press('Enter');
    const alert = page.getByRole('alert').filter({ hasText: 'Si è vericato un errore 500' });
    await tabTo(page, alert.getByRole('button', { name: 'Chiudi avviso' }));
    await keyboard.press('Enter');
    await expect(alert).toHaveCount(0);
    await expect(page.locator(':focus')).toHaveCount(1);
  });
  expect(pressed).toEqual([]);
});
