import { formatCount } from '#contract/rules/numbers.ts';
import { filterSearch } from '#tests/support/filter-address.ts';
import { checkboxes } from './support/amc.ts';
import { shopperWithoutPin } from './support/demonstration.ts';
import { signInAs } from './support/sign-in-as.ts';
import { purchases } from './support/history.ts';
import { overflowingElements } from './support/overflow.ts';
import { people } from './support/people.ts';
import { monthsBefore } from './support/period.ts';
import { button, dialog } from './support/page-parts.ts';
import { openPatient } from './support/sale.ts';
import { carousel, islandMap } from './support/store-locator.ts';
import { expect, test } from './support/test.ts';

/** A4 without its margins, in px. */
const PAPER = { width: 703, height: 1032 };

test(
  'rules §7 on paper the history is a table that says what it shows, without buttons; narrower it stays in the page',
  { tag: '@full' },
  async ({ page }) => {
    await signInAs(page, people.supermarket, '/storico-acquisti');
    await expect(purchases(page)).toHaveCount(5);
    for (const width of [683, 712, 753, 768]) {
      await page.setViewportSize({ width, height: 450 });
      await expect.poll(() => overflowingElements(page), String(width)).toEqual([]);
    }
    const head = page.getByText(/^In ordine di Data acquisto, decrescente · Righe 1-5 /);
    await expect(head).toBeHidden();
    await page.setViewportSize(PAPER);
    await page.emulateMedia({ media: 'print' });
    await expect(head).toBeVisible();
    await expect(purchases(page).first()).toHaveCSS('display', 'table-row');
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect.poll(() => overflowingElements(page)).toEqual([]);
  },
);

test(
  'rules §7 on paper the purchases of one AMC list follow each other, all of them, and nothing lies over them',
  { tag: '@full' },
  async ({ page }) => {
    await signInAs(page, people.delicatessen, '/ordini-amc');
    const { first, last } = monthsBefore(2);
    await page.goto(`/ordini-amc?${filterSearch({ dateStart: first, dateEnd: last })}&pageSize=999999`);
    const total = page.getByText(/^Totale elementi: /);
    await expect(total).toBeVisible();
    const count = Number((await total.innerText()).replace(/\D/g, ''));
    await page.setViewportSize(PAPER);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await expect(checkboxes(page)).toHaveCount(count);
    const shown = formatCount(count);
    await expect(page.getByText(` · Righe 1-${shown} (su ${shown}) · Stampato il `)).toBeVisible();
    const bar = page.getByText('Acquisti selezionati: ');
    await expect(async () => {
      const tops = await checkboxes(page).evaluateAll((boxes) => boxes.map((box) => box.getBoundingClientRect().top));
      expect(tops).toEqual(tops.toSorted((one, other) => one - other));
      expect(new Set(tops).size).toBe(count);
      expect((await bar.boundingBox())?.y).toBeGreaterThan(tops.at(-1) ?? Infinity);
    }).toPass();
  },
);

test(
  'rules §7 on paper an open dialog stands alone: the balance of the vouchers, without the screen behind it',
  { tag: '@full' },
  async ({ page }) => {
    const { fiscalCode } = shopperWithoutPin(17);
    await signInAs(page, people.pharmacist, '/ricerca-assistiti');
    await openPatient(page, fiscalCode);
    await button(page, 'Saldo buoni').click();
    await expect(dialog(page)).toContainText('Situazione al ');
    await page.setViewportSize(PAPER);
    await page.emulateMedia({ media: 'print' });
    await expect(dialog(page).getByText(fiscalCode)).toBeVisible();
    await expect(dialog(page).getByRole('row')).toHaveCount(2);
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
    await expect(page.getByRole('button')).toHaveCount(0);
  },
);

test(
  'rules §7 on paper the store locator stays in the page, and nothing is left to be pressed',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/punti-vendita');
    await expect(carousel(page).getByRole('listitem').first()).toBeVisible();
    await expect(islandMap(page)).toBeVisible();
    await page.setViewportSize(PAPER);
    await page.emulateMedia({ media: 'print' });
    await expect(carousel(page).getByRole('button')).toHaveCount(0);
    await expect(islandMap(page).locator('.leaflet-control-container')).toBeHidden();
    await expect.poll(() => overflowingElements(page)).toEqual([]);
  },
);
