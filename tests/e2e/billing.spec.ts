import { formatDay } from '#contract/rules/dates.ts';
import { stopClock } from './support/clock.ts';
import { soldMostly } from './support/demonstration.ts';
import { csvAccount, pdfAccount, saved } from './support/documents.ts';
import { enter } from './support/enter.ts';
import { expectNotice } from './support/notices.ts';
import { people } from './support/people.ts';
import { chooseCounterparty, counterpartyField, dateField, lastMonth, typePeriod } from './support/period.ts';
import { button } from './support/sale.ts';
import { expect, test } from './support/test.ts';

const PDF = 'Esporta riepilogo PDF';
const CSV = 'Esporta dettaglio CSV';
const TOTALS = ['Totale generale', 'Totale di controllo'] as const;

test('§2 billing summary: PDF and CSV of a month agree with each other and with what was sold, to the cent', async ({
  page,
}) => {
  const sold = soldMostly(people.glutenFreeShop, lastMonth);
  await enter(page, people.glutenFreeShop, '/prospetto-fatturazione');
  await chooseCounterparty(page, sold.aslName);
  await page.getByRole('button', { name: 'Mese precedente' }).click();
  await expect(dateField(page, 'Data inizio')).toHaveValue(formatDay(lastMonth.first));

  const summary = await saved(page, () => button(page, PDF).click());
  const detail = await saved(page, () => button(page, CSV).click());
  await expectNotice(page, 'Operazione avvenuta con successo');
  expect(summary.name).toMatch(/\.pdf$/);
  expect(detail.name).toMatch(/\.csv$/);
  const pdf = pdfAccount(summary.content);
  const csv = csvAccount(detail.content);
  expect(csv.lines.length).toBeGreaterThan(0);
  expect(csv.sum.toFixed(2)).toBe(sold.amount.toFixed(2));
  for (const total of TOTALS) {
    expect(pdf.amount(total).toFixed(2), total).toBe(sold.amount.toFixed(2));
    expect(csv.amount(`${total} (€)`).toFixed(2), total).toBe(sold.amount.toFixed(2));
  }
  for (const text of [sold.aslName, formatDay(lastMonth.first), formatDay(lastMonth.last)]) {
    expect(pdf.text).toContain(text);
    expect(csv.text).toContain(text);
  }
});

test('§5 billing summary: a shop must say whom and when; the banner is there for 5 seconds', async ({ page }) => {
  await enter(page, people.glutenFreeShop, '/prospetto-fatturazione');
  await expect(counterpartyField(page)).toBeVisible();
  await stopClock(page);
  await button(page, CSV).click();
  const main = page.getByRole('main');
  await expect(main).toContainText("La selezione dell'ASL è obbligatoria");
  await expect(main).toContainText('La data di inizio periodo è obbligatoria');
  await expect(main).toContainText('La data di fine periodo è obbligatoria');
  const banner = page.getByText("Risolvere gli errori per poter completare l'operazione richiesta");
  await expect(banner).toBeVisible();
  await page.clock.fastForward(4999);
  await expect(banner).toBeVisible();
  await page.clock.fastForward(1);
  await expect(banner).toBeHidden();
  await page.clock.resume();

  await typePeriod(page, lastMonth);
  await button(page, 'Cancella').click();
  await expect(dateField(page, 'Data inizio')).toHaveValue('');
  await expect(page).toHaveURL('/prospetto-fatturazione');
});

test('§6 billing summary: a health authority must give the dates alone, and may choose a business', async ({
  page,
}) => {
  await enter(page, people.ofHealthAuthority, '/prospetto-fatturazione');
  await expect(counterpartyField(page)).toBeVisible();
  await button(page, PDF).click();
  await expect(page.getByRole('main')).toContainText('La data di inizio periodo è obbligatoria');
  await expect(page.getByRole('main')).not.toContainText('La selezione');
  await typePeriod(page, lastMonth);

  const all = pdfAccount((await saved(page, () => button(page, PDF).click())).content);
  const allLines = csvAccount((await saved(page, () => button(page, CSV).click())).content);
  expect(all.text).toContain('Tutti gli esercenti');
  expect(allLines.sum.toFixed(2)).toBe(all.amount('Totale generale').toFixed(2));

  await chooseCounterparty(page, 'Farmacia Torre Candida');
  const one = pdfAccount((await saved(page, () => button(page, PDF).click())).content);
  expect(one.text).toContain('Farmacia Torre Candida');
  expect(one.amount('Totale generale').lt(all.amount('Totale generale'))).toBe(true);
});
