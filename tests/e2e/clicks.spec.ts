import type { Locator, Page } from '@playwright/test';
import { checkboxes } from './support/amc.ts';
import { saved } from './support/documents.ts';
import { signInAs } from './support/sign-in-as.ts';
import { expectNotice } from './support/notices.ts';
import { people } from './support/people.ts';
import { button } from './support/page-parts.ts';
import { expect, test } from './support/test.ts';

/** Clicks and counts its clicks. */
function counter() {
  let clicks = 0;
  return {
    click: async (target: Locator) => {
      clicks += 1;
      await target.click();
    },
    count: () => clicks,
  };
}

/** The entries of a shop's menu that another entry or a group opens on a wide screen (§6). */
const OPENED_ENTRIES = [
  ['Voci di Ricerca Assistiti', 'storico acquisti', 'Storico acquisti'],
  ['Contabilità', 'Prospetto fatturazione', 'Prospetto fatturazione'],
  ['AMC', 'Ordini AMC', 'Ordini AMC'],
  ['AMC', 'Riepilogo Ordini AMC', 'Riepilogo Ordini AMC'],
] as const;

for (const [device, width] of [
  ['a wide screen', 1440],
  ['a phone', 360],
] as const) {
  test(`§6 menu: on ${device} every entry is reached with at most 2 clicks`, async ({ page }) => {
    await page.setViewportSize({ width, height: 780 });
    await signInAs(page, people.pharmacist, '/ricerca-assistiti');
    const banner = page.getByRole('banner');
    for (const [opener, entry, heading] of OPENED_ENTRIES) {
      await banner.getByRole('button', { name: device === 'a phone' ? 'Menu' : opener, exact: true }).click();
      await banner.getByRole('link', { name: entry, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    }
  });
}

const homeLink = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true });

test('§2 AMC orders: a month is ordered with 6 clicks from the home page on', { tag: '@full' }, async ({ page }) => {
  const { click, count } = counter();
  await signInAs(page, people.glutenFreeShop, '/ordini-amc');
  await page.goto('/');
  await click(homeLink(page, 'Ordini AMC'));
  await click(button(page, 'Mese precedente'));
  await click(button(page, 'Mostra acquisti'));
  await expect(checkboxes(page).first()).toBeVisible();
  await click(button(page, 'Seleziona/Deseleziona tutto'));
  await click(button(page, 'Conferma ordini AMC'));
  const question = page.getByRole('dialog', { name: 'Conferma ordini AMC' });
  await click(question.getByRole('button', { name: /^Sì/ }));
  await expectNotice(page, 'Ordini AMC creati correttamente!');
  expect(count()).toBeLessThanOrEqual(6);
});

test(
  '§2 health authority: a month of orders, or its bill, is exported with 4 clicks from the home page on',
  { tag: '@full' },
  async ({ page }) => {
    const orders = counter();
    await signInAs(page, people.ofHealthAuthority, '/prospetto-fatturazione');
    await page.goto('/');
    await orders.click(homeLink(page, 'Riepilogo Ordini AMC'));
    await orders.click(button(page, 'Mese precedente'));
    await orders.click(button(page, 'Ricerca Ordini AMC'));
    const list = await saved(page, () => orders.click(button(page, 'Esporta tutti in CSV')));
    expect(list.name).toMatch(/\.csv$/);
    expect(orders.count()).toBeLessThanOrEqual(4);

    const bills = counter();
    await page.goto('/');
    await bills.click(homeLink(page, 'Riepilogo Ordini AMC'));
    await bills.click(page.getByRole('main').getByRole('link', { name: 'Prospetto fatturazione' }));
    await bills.click(button(page, 'Mese precedente'));
    const bill = await saved(page, () => bills.click(button(page, 'Esporta riepilogo PDF')));
    expect(bill.name).toMatch(/\.pdf$/);
    expect(bills.count()).toBeLessThanOrEqual(4);
  },
);
