import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { untilSettled } from './support/accessibility.ts';
import { choose } from './support/choice.ts';
import { article, shopperWithPin, shopperWithoutPin } from './support/demonstration.ts';
import { signInAs } from './support/sign-in-as.ts';
import { expectNotice } from './support/notices.ts';
import { people } from './support/people.ts';
import { button, dialog } from './support/page-parts.ts';
import {
  addProduct,
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
} from './support/sale.ts';
import { expect, test } from './support/test.ts';
import { intercept } from './support/intercept.ts';

/** Expects an element to end where the other begins, or higher. */
async function expectAbove(upper: Locator, lower: Locator): Promise<void> {
  await expect(async () => {
    const [above, below] = [await upper.boundingBox(), await lower.boundingBox()];
    expect((above?.y ?? Infinity) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  }).toPass();
}

test('§2 inserted products: the EAN and the name of the manufacturer stand in popovers', async ({ page }) => {
  const { ean, manufacturer } = article(8);
  await signInAs(page, people.pharmacist, '/ricerca-assistiti');
  await openPatient(page, shopperWithoutPin(7).fiscalCode);
  await openCart(page, null);
  await addProduct(page, { ean, quantity: 1 });
  const table = page.getByRole('region', { name: 'Prodotti inseriti' });
  for (const detail of [`EAN: ${ean}`, manufacturer]) {
    const popover = page.getByRole('tooltip').filter({ hasText: detail });
    const word = table.getByRole('button', { name: `(${detail})` });
    await word.hover();
    await expect(popover).toBeVisible();
    // antd gives the word a class of its own meanwhile.
    await expect(word).toHaveCSS('border-top-width', '0px');
    await page.mouse.move(0, 0);
    await expect(popover).toBeHidden();
  }
});

test("§8 412 with 5004: the alert leaves 'Budget residuo' in sight", { tag: '@full' }, async ({ page }) => {
  await signInAs(page, people.pharmacist, '/ricerca-assistiti');
  await openPatient(page, shopperWithoutPin(7).fiscalCode);
  await openCart(page, null);
  await eanField(page).fill(article(8).ean);
  await eanField(page).press('Enter');
  await expect(quantityField(page)).toBeFocused();
  await intercept(page, '**/carts/*/products', (route) =>
    route.fulfill({ status: 412, json: { error: { code: 5004 }, status: {} } }),
  );
  await button(page, 'Aggiungi').click();
  const alert = page.getByRole('alert').filter({ hasText: 'Attenzione!' });
  const budget = page.getByRole('region', { name: 'Budget residuo' });
  await expect(budget).toBeInViewport({ ratio: 1 });
  await expectAbove(budget, alert);
});

test('§8 typeahead: a manufacturer and a category that are not there', async ({ page }) => {
  await signInAs(page, people.pharmacist, '/ricerca-assistiti');
  await openPatient(page, shopperWithoutPin(7).fiscalCode);
  await openCart(page, null);
  await page.getByRole('combobox', { name: 'Produttore' }).fill('zzzzzz');
  await expect(page.getByText('Produttore non trovato!')).toBeVisible();
  await page.getByRole('combobox', { name: 'Categoria' }).fill('zzzzzz');
  await expect(page.getByText('Categoria non trovata!')).toBeVisible();
});

test(
  '§2 product search: a manufacturer of the list and a product that was found, with the mouse',
  { tag: '@full' },
  async ({ page }) => {
    const { manufacturer } = article(9);
    await signInAs(page, people.pharmacist, '/ricerca-assistiti');
    await openPatient(page, shopperWithoutPin(16).fiscalCode);
    await openCart(page, null);
    await choose(page.getByRole('combobox', { name: 'Produttore' }), manufacturer);
    // Several products match: a single match would be chosen at once.
    await page.getByRole('textbox', { name: 'Nome prodotto' }).fill('senza glutine');
    await button(page, 'Cerca').click();
    const found = page
      .getByRole('table', { name: 'Prodotti trovati' })
      .getByRole('row')
      .last()
      .getByRole('button')
      .first();
    const name = (await found.textContent()) ?? '';
    await page.getByRole('table', { name: 'Prodotti trovati' }).getByRole('button', { name, exact: true }).click();
    await button(page, 'Aggiungi').click();
    await expect(lines(page, 'Prodotti inseriti')).toContainText(name);
  },
);

test('§2 selected store: its transactions are downloaded as CSV', async ({ page }) => {
  await signInAs(page, people.pharmacist, '/ricerca-assistiti');
  const download = page.waitForEvent('download');
  await button(page, 'Scarica transazioni').click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  await expectNotice(page, 'Operazione avvenuta con successo');
});

/** The page has motion, as by default. */
test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('§9 delays: a modal opens in 300 ms, its fade in 150 ms', async ({ page }) => {
    await page.addInitScript(() => {
      document.addEventListener('animationstart', (event) => {
        if (!(event.target instanceof HTMLElement)) return;
        event.target.dataset.opensIn = getComputedStyle(event.target).animationDuration;
      });
    });
    await signInAs(page, people.pharmacist, '/ricerca-assistiti');
    await openPatient(page, shopperWithoutPin(8).fiscalCode);
    await button(page, 'Avanti').click();
    await expect(dialog(page)).toHaveAttribute('data-opens-in', '0.3s');
    await expect(page.locator('.ant-modal-mask')).toHaveAttribute('data-opens-in', '0.15s');

    // With reduced motion nothing moves. antd reads the setting again when the theme changes.
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
    const moved = page.locator('[data-opens-in]');
    await moved.evaluateAll((all) => all.forEach((element) => element.removeAttribute('data-opens-in')));
    await button(page, 'Avanti').click();
    await expect(dialog(page)).toBeVisible();
    await untilSettled(page);
    await expect(moved).toHaveCount(0);
  });

  test(
    'design §5 dialogs: Esc closes each while it is still opening, and the focus returns',
    { tag: '@full' },
    async ({ page }) => {
      await signInAs(page, people.pharmacist, '/ricerca-assistiti');
      await openPatient(page, shopperWithPin(7).fiscalCode);
      await page.addStyleTag({ content: '.ant-modal { animation-duration: 2s !important; }' });
      const openAndClose = async (opener: string) => {
        await button(page, opener).click();
        await expect(dialog(page)).toHaveClass(/zoom-(appear|enter)-active/);
        await page.keyboard.press('Escape');
        await expect(dialog(page)).toHaveClass(/zoom-leave/);
        await expect(dialog(page)).toBeHidden();
        await expect(button(page, opener)).toBeFocused();
      };
      await openAndClose('Avanti');
      await openCart(page, shopperWithPin(7).pin);
      await openAndClose('Dettaglio buono');
    },
  );
});

/** The layout shift of the page since it was loaded, without what followed from a press at once. */
function layoutShift(page: Page): Promise<number> {
  interface Shift extends PerformanceEntry {
    readonly value: number;
    readonly hadRecentInput: boolean;
  }
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as Shift[];
          done(shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0));
        }).observe({ type: 'layout-shift', buffered: true });
        // Nothing has shifted.
        setTimeout(() => done(0), 1000);
      }),
  );
}

/** The number of rows in which the first voucher shows its values. */
async function rowsOfFirstVoucher(page: Page): Promise<number> {
  const cells = dialog(page).getByRole('row').nth(1).locator('td');
  return cells.evaluateAll((all) => new Set(all.map((cell) => Math.round(cell.getBoundingClientRect().top))).size);
}

test("§2 'Dettaglio buono': a table with its five columns, blocks on a phone", { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAs(page, people.pharmacist, '/ricerca-assistiti');
  await openPatient(page, shopperWithoutPin(7).fiscalCode);
  await openCart(page, null);
  await button(page, 'Dettaglio buono').click();
  const headers = dialog(page).locator('thead th');
  await expect(headers).toHaveText(['Codice', 'Anno', 'Mese', 'Importo', 'Scadenza']);
  await expect(headers.first()).toHaveCSS('display', 'table-cell');
  await expect.poll(() => rowsOfFirstVoucher(page)).toBe(1);

  await page.setViewportSize({ width: 360, height: 740 });
  await expect(headers.first()).toHaveCSS('position', 'absolute');
  await expect.poll(() => rowsOfFirstVoucher(page)).toBeGreaterThan(1);
});

test(
  "§5 PIN input: 'Conferma' keeps its name while the PIN is checked, and once it was wrong",
  { tag: '@full' },
  async ({ page }) => {
    let refuse = (): void => undefined;
    const refused = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    await intercept(page, '**/api/v1/carts/execute', async (route) => {
      await refused;
      await route.fulfill({ status: 409, json: { error: { code: 5001, description: 'TRANSACTION_WRONG_OTP' } } });
    });
    await signInAs(page, people.pharmacist, '/ricerca-assistiti');
    await openPatient(page, shopperWithPin(7).fiscalCode);
    await button(page, 'Avanti').click();
    const confirm = dialog(page).getByRole('button', { name: 'Conferma', exact: true });
    await pinField(page).fill('00000');
    await confirm.click();
    await expect(pinField(page)).not.toBeEditable();
    await expect(confirm).toHaveAttribute('aria-busy', 'true');
    refuse();
    for (let attempt = 1; attempt < 10; attempt += 1) {
      await expect(dialog(page)).toContainText("Attenzione il PIN inserito non e' corretto");
      await expect(confirm).toHaveAttribute('aria-busy', 'false');
      await pinField(page).fill(String(attempt).repeat(5));
      const asked = page.waitForResponse('**/api/v1/carts/execute');
      await confirm.click();
      await asked;
    }
  },
);

test(
  '§3 a single store: a health card scanned before the stores have come opens its patient',
  { tag: '@full' },
  async ({ page }) => {
    const found = page.waitForResponse('**/patients/search?*');
    await intercept(page, '**/businesses/me/stores?*', async (route) => {
      await found;
      await route.continue();
    });
    await signInAs(page, people.pharmacist, '/ricerca-assistiti');
    await expect(fiscalCodeField(page)).toBeFocused();
    await scanHere(page, shopperWithoutPin(8).fiscalCode);
    await expectStep(page, 'Anagrafica');
  },
);

async function chooseFromList(page: Page, press: (target: Locator) => Promise<void>): Promise<void> {
  await signInAs(page, people.supermarket, '/ricerca-assistiti');
  await press(button(page, 'Scegli il punto vendita'));
  await press(dialog(page).getByRole('option', { name: /^Selargius/ }));
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('region', { name: 'Punto vendita' })).toContainText('Selargius');
}

test('§2 choice of the store: by mouse, from the list in the dialog', { tag: '@full' }, async ({ page }) => {
  await chooseFromList(page, (target) => target.click());
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

  test('§2 choice of the store: by finger, from the list in the dialog', { tag: '@full' }, async ({ page }) => {
    await chooseFromList(page, (target) => target.tap());
  });
});

const FOOTER_LINE_PX = 32;

test(
  'design §5 a work screen: header low, at step 2 budgets, search and the last line in sight together',
  { tag: '@full' },
  async ({ page }) => {
    await signInAs(page, people.supermarket, '/ricerca-assistiti');
    await chooseStore(page, 'Selargius');
    await openPatient(page, shopperWithPin(3).fiscalCode);
    await openCart(page, shopperWithPin(3).pin);
    for (const index of [0, 1, 2]) await addProduct(page, { ean: article(index).ean, quantity: 1 });
    await page.getByRole('textbox', { name: 'Nome prodotto' }).fill('pane');
    await button(page, 'Cerca').click();
    const found = page.getByRole('table', { name: 'Prodotti trovati' }).getByRole('row');
    await expect(found).toHaveCount(6);
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
    await page.setViewportSize({ width: 1366, height: 657 });
    await page.evaluate(() => window.scrollTo(0, 0));
    const budget = page.getByRole('region', { name: 'Budget residuo' });
    const line = lines(page, 'Prodotti inseriti').last();
    for (const shown of [budget, eanField(page), found.last(), line, button(page, 'Avanti')]) {
      await expect(shown).toBeInViewport({ ratio: 1 });
    }
    await page.getByRole('textbox', { name: 'Nome prodotto' }).fill('');
    for (const [width, height] of [
      [1366, 657],
      [720, 450],
      [683, 328],
      [360, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => window.scrollTo(0, 0));
      const header = async () => (await page.getByRole('banner').boundingBox())?.height;
      await expect.poll(header, `${width} × ${height}`).toBeLessThanOrEqual(height / 6);
      const footerInSight = async () => height - ((await page.getByRole('contentinfo').boundingBox())?.y ?? 0);
      await expect.poll(footerInSight, `at most its line, ${width} × ${height}`).toBeLessThanOrEqual(FOOTER_LINE_PX);
    }
    // On a phone the bar of 'Avanti' does not cover the button of the open product.
    await page.setViewportSize({ width: 360, height: 780 });
    await page.evaluate(() => window.scrollTo(0, 0));
    await scanHere(page, article(4).ean);
    await expect(quantityField(page)).toBeFocused();
    await expectAbove(button(page, 'Aggiungi'), button(page, 'Avanti'));
  },
);
