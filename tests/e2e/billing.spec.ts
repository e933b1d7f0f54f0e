import { formatDay } from '#contract/rules/dates.ts';
import { listen } from '#tests/second-server/listen.ts';
import { expectAccessible } from './support/accessibility.ts';
import { stopClock } from './support/clock.ts';
import { soldMostly } from './support/demonstration.ts';
import { csvAccount, pdfAccount, saved } from './support/documents.ts';
import { signInAs } from './support/sign-in-as.ts';
import { expectNotice } from './support/notices.ts';
import { people } from './support/people.ts';
import { chooseCounterparty, counterpartyField, dateField, lastMonth, typePeriod } from './support/period.ts';
import { button } from './support/page-parts.ts';
import { expect, test } from './support/test.ts';
import { intercept } from './support/intercept.ts';

const PDF = 'Esporta riepilogo PDF';
const CSV = 'Esporta dettaglio CSV';
const TOTALS = ['Totale generale', 'Totale di controllo'] as const;

test(
  '§2 billing summary: PDF and CSV of a month agree with each other and with what was sold, to the cent',
  { tag: ['@full', '@firefox'] },
  async ({ page }) => {
    const sold = soldMostly(people.glutenFreeShop, lastMonth);
    await signInAs(page, people.glutenFreeShop, '/prospetto-fatturazione');
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
  },
);

/**
 * antd keeps the calendar's buttons out of the Tab order (ant-design/ant-design#32513), and axe has no rule against it.
 * A day can be typed instead.
 */
test(
  'design §5 access: axe finds nothing in an open calendar, whose buttons have names in each language',
  { tag: '@full' },
  async ({ page }) => {
    await signInAs(page, people.glutenFreeShop, '/prospetto-fatturazione');
    for (const [language, field, names] of [
      ['it', 'Data inizio', [/^L'anno scorso/, /^Il mese scorso/, /^Il prossimo mese/, /^L'anno prossimo/]],
      ['en', 'Start date', [/^Last year/, /^Previous month \(/, /^Next month/, /^Next year/]],
    ] as const) {
      await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
      await page.reload();
      await page.getByRole('textbox', { name: field }).click();
      for (const name of names) await expect(page.getByRole('button', { name })).toBeVisible();
      await expectAccessible(page);
    }
  },
);

test(
  '§5 billing summary: a shop must say whom and when; the banner is there for 5 seconds',
  { tag: '@full' },
  async ({ page }) => {
    await signInAs(page, people.glutenFreeShop, '/prospetto-fatturazione');
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
  },
);

test(
  '§6 billing summary: a health authority must give the dates alone, and may choose a business',
  { tag: '@full' },
  async ({ page }) => {
    await signInAs(page, people.ofHealthAuthority, '/prospetto-fatturazione');
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
  },
);

test(
  "§8 a long download: how much has come, and 'Annulla' closes the connection and leaves the screen to be used",
  { tag: '@full' },
  async ({ page }) => {
    let closed = (): void => undefined;
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const slow = await listen((_request, response) => {
      response.on('close', closed);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(`{"data":{"fileName":"dettaglio.csv","base64":"${'A'.repeat(1.5 * 1024 * 1024)}`);
    });
    const { aslName } = soldMostly(people.glutenFreeShop, lastMonth);
    await signInAs(page, people.glutenFreeShop, '/prospetto-fatturazione');
    await chooseCounterparty(page, aslName);
    await typePeriod(page, lastMonth);
    // The browser's own request goes to the slow server, so that the browser is the one that hangs up.
    await intercept(page, '**/bill/products/csv?*', (route) => route.continue({ url: slow.origin }), { times: 1 });
    await button(page, CSV).press('Enter');

    const alerts = page.getByRole('region', { name: 'Avvisi' });
    await expect(alerts).toContainText('Ricevuti 1,5 MB');
    await alerts.getByRole('button', { name: 'Annulla' }).press('Enter');
    await isClosed;
    await slow.close();
    await expect(alerts).toContainText('Download annullato');
    await expect(alerts.getByRole('alert')).toHaveCount(0);
    await expect(button(page, CSV)).toBeFocused();
    expect((await saved(page, () => button(page, CSV).press('Enter'))).name).toMatch(/\.csv$/);
  },
);
