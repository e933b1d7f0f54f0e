import type { Page } from '@playwright/test';
import { formatTotal, money } from '#contract/rules/money.ts';
import { checkboxes, confirmOrders, openSummary, orders, searchOrders, showPurchases } from './support/amc.ts';
import { saved } from './support/documents.ts';
import { answer, cancelButton, choosePageSize, codeField, purchases, recreateButton } from './support/history.ts';
import { expectNotice } from './support/notices.ts';
import { type Period, chooseCounterparty, today, typePeriod } from './support/period.ts';
import { button, dialog } from './support/page-parts.ts';
import { expectStep, lines } from './support/sale.ts';
import { expect, signInToSecondServer, test } from './support/second-server.ts';

const NEWEST = 'acquisto/2026 23';
const OLDEST = 'acquisto/2026 1';
const OF_A_STATUS_NOBODY_KNOWS = 'acquisto/2026 5';
const CODE = 'còdice 7';
const PAYER = 'ASL 1 di Sassari';
const FIRST_ORDER = '9007199254740993';
const CREATED = 'Ordini AMC creati correttamente!';
/** The days in Rome of the 23 purchases. */
const JANUARY: Period = { first: '2026-01-02', last: '2026-01-24' };

test.afterEach(({ server }) => {
  expect(server.fixture.violations).toEqual([]);
});

function rowOf(page: Page, purchaseId: string) {
  return purchases(page).filter({
    has: page.getByRole('button', { name: `dell'acquisto ${purchaseId}`, exact: false }),
  });
}

test(
  '§4 another server: a cancellation with the cancellation code, and its cart made again',
  { tag: '@full' },
  async ({ page, server }) => {
    await signInToSecondServer(page, server, '/storico-acquisti');
    await cancelButton(page, NEWEST).click();
    await expect(dialog(page)).toContainText('Inserire il codice di conferma');
    await codeField(page).fill('codice 7');
    await dialog(page).getByRole('button', { name: 'Storna' }).click();
    await expect(dialog(page)).toContainText("Il codice di conferma dell'esercente non è corretto.");
    await codeField(page).fill(CODE);
    await dialog(page).getByRole('button', { name: 'Storna' }).click();
    await expectNotice(page, 'Operazione avvenuta con successo');
    await expect(dialog(page)).toBeHidden();
    await expect(rowOf(page, NEWEST).first()).toContainText('STORNATO');

    await recreateButton(page, NEWEST).click();
    await answer(page, 'CONFERMA CREAZIONE CARRELLO', 'Sì');
    await expectStep(page, 'Scarico Prodotti');
    await expect(lines(page, 'Prodotti inseriti')).toHaveCount(1);
    await expect(lines(page, 'Prodotti inseriti').getByRole('textbox', { name: /^Prezzo unitario / })).toHaveValue(
      '1,234565',
    );
    await button(page, 'Avanti').click();
    await expectStep(page, 'Riepilogo');
    await expect(page.getByRole('main')).toContainText('MLSFNC02D11A192P');
  },
);

test(
  '§4 another server: a cancellation without code, one that it refuses in words of its own, and a status of its own',
  { tag: '@full' },
  async ({ page, server }) => {
    server.fixture.cancellationCode = { pin: null, wrongPins: 0 };
    await signInToSecondServer(page, server, '/storico-acquisti');
    await expect(page.getByText('Totale elementi: 23')).toBeVisible();
    await cancelButton(page, NEWEST).click();
    await answer(page, 'Conferma Storno', 'Sì');
    await expectNotice(page, 'Operazione avvenuta con successo');
    await expect(rowOf(page, NEWEST).first()).toContainText('STORNATO');

    const refused = server.fixture.purchases.find((row) => row.purchaseId === 'acquisto/2026 22');
    if (refused !== undefined) refused.status = 'IN_CHIUSURA';
    await cancelButton(page, 'acquisto/2026 22').click();
    await expect(page.getByRole('region', { name: 'Avvisi' })).toContainText('Attenzione!');
    await expect(page.getByRole('region', { name: 'Avvisi' })).not.toContainText(/GIORNATA_CHIUSA|undefined/);
    await expect(cancelButton(page, 'acquisto/2026 22')).toHaveCount(0);

    await choosePageSize(page, 20);
    await expect(rowOf(page, OF_A_STATUS_NOBODY_KNOWS).first()).toContainText('COMPLETATO');
    await expect(cancelButton(page, OF_A_STATUS_NOBODY_KNOWS)).toHaveCount(0);
  },
);

test(
  '§7 another server: billing documents keep their names, and a failure says so',
  { tag: '@full' },
  async ({ page, server }) => {
    await signInToSecondServer(page, server, '/prospetto-fatturazione');
    await chooseCounterparty(page, PAYER);
    await typePeriod(page, JANUARY);
    const pdf = await saved(page, () => button(page, 'Esporta riepilogo PDF').click());
    expect(pdf.name).toBe('Prospetto è.pdf');
    expect(pdf.content.toString('latin1')).toContain('Prospetto 2026-01-02 2026-01-24: 22 acquisti, 56.74 EUR');
    const csv = await saved(page, () => button(page, 'Esporta dettaglio CSV').click());
    expect(csv.name).toBe('Dettaglio è.csv');
    expect(csv.content.toString('utf8').trim().split('\r\n')).toHaveLength(22);

    await chooseCounterparty(page, 'ASL 8 di Cagliari');
    await button(page, 'Esporta riepilogo PDF').click();
    const notices = page.getByRole('region', { name: 'Avvisi' });
    await expect(notices).toContainText('Errore durante il download');
    await expect(notices).not.toContainText(/NIENTE_DA_FATTURARE|undefined/);
  },
);

test(
  '§7 another server: AMC orders of all purchases, and their summary',
  { tag: '@full' },
  async ({ page, server }) => {
    await signInToSecondServer(page, server, '/ordini-amc');
    await showPurchases(page, JANUARY);
    await expect(checkboxes(page).first()).toBeVisible();
    await button(page, 'Mostra tutti gli acquisti').click();
    await expect(button(page, 'Mostra tutti gli acquisti')).toHaveCount(0);
    await button(page, 'Seleziona/Deseleziona tutto').click();
    await expect(page.getByRole('main')).toContainText('Acquisti selezionati: 21');

    const first = server.fixture.purchases.find((row) => row.purchaseId === OLDEST);
    if (first !== undefined) first.amcOrderId = '1';
    await confirmOrders(page);
    const refusal = page.getByRole('alert').filter({ hasText: 'Errore durante la creazione degli ordini AMC' });
    await expect(refusal).toContainText(`Acquisto ${OLDEST} `);
    await expect(page.getByRole('main')).toContainText('Acquisti selezionati: 20');
    await confirmOrders(page);
    await expectNotice(page, CREATED);

    await openSummary(page);
    await searchOrders(page, PAYER, today);
    await page.getByRole('textbox', { name: 'Numero ordine AMC' }).fill(FIRST_ORDER);
    await button(page, 'Ricerca Ordini AMC').click();
    await expectNotice(page, '1 Ordini trovati!');
    const [order] = server.fixture.amcOrders;
    expect(order?.purchases).toHaveLength(20);
    for (const text of [FIRST_ORDER, 'IN_VIAGGIO', formatTotal(money('50.57'))]) {
      await expect(orders(page)).toContainText(text);
    }
    const csv = await saved(page, () => orders(page).getByRole('button', { name: /CSV/ }).click());
    expect(csv.name).toBe('Ordine è.csv');
    expect(csv.content.toString('utf8').trim().split('\r\n')).toHaveLength(20);
    const pdf = await saved(page, () => orders(page).getByRole('button', { name: /PDF/ }).click());
    expect(pdf.content.toString('latin1')).toContain(`Ordine ${FIRST_ORDER}: 50.57 EUR`);
  },
);

test(
  '§6 another server: a health authority names itself, and finds nothing',
  { tag: '@full' },
  async ({ page, server }) => {
    server.fixture.profile = 'ASL';
    await signInToSecondServer(page, server, '/riepilogo-ordini-amc');
    await typePeriod(page, JANUARY);
    await button(page, 'Ricerca Ordini AMC').click();
    await expect(page.getByText('Nessun ordine trovato per i parametri selezionati.').first()).toBeVisible();
    const searches = server.fixture.calls.filter((call) => call.includes('/amc/orders/search'));
    expect(searches).toHaveLength(1);
    expect(searches[0]).toContain('aslId=a%2F1');
  },
);
