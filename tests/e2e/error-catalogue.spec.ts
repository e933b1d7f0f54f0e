import type { Page } from '@playwright/test';
import { confirmOrders } from './support/amc.ts';
import { openChoice } from './support/choice.ts';
import { article, shopperWithPin } from './support/demonstration.ts';
import {
  alerts,
  answer,
  expect,
  expectShownFor,
  expectShownUntilDismissed,
  failure,
  test,
} from './support/shared-page.ts';
import { activeOption, counterpartyField, today, typePeriod } from './support/period.ts';
import { account, button, dialog, openByMenu } from './support/page-parts.ts';
import { addProduct, authorise, expectStep, fiscalCodeField, goToSummary, openPatient } from './support/sale.ts';

/** Tests the rows of §8 on one page: first the calls of step 1, then those of a sale, then those of each screen. */
test.describe.configure({ mode: 'serial' });

const CHECK = 'carts/check';
const shopper = shopperWithPin(9);
const UNEXPECTED = /^ErroreSi è vericato un errore$/;
const NOTICE_MS = 5000;
const SUCCESS_MS = 3000;
const LONG_ALERT_MS = 10_000;

function goOn(page: Page): Promise<void> {
  return button(page, 'Avanti').click();
}

async function openScreen(page: Page, name: string, opener?: string): Promise<void> {
  await openByMenu(page, name, opener);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
}

test(
  '§8 in a browser, 412 with 5004: the red alert of the voucher, for 10 s',
  { tag: '@full' },
  async ({ sharedPage }) => {
    await openPatient(sharedPage, shopper.fiscalCode);
    await answer(sharedPage, CHECK, 412, failure('ANYTHING', 5004));
    const text = 'Attenzione!Non hai sufficiente disponibilità nel voucher';
    await expectShownFor(sharedPage, () => goOn(sharedPage), text, LONG_ALERT_MS);
  },
);

for (const [status, description, text] of [
  [400, 'INVALID_REQUEST', 'Dati non validi'],
  [404, 'VOUCHER_NOT_FOUND', 'Elemento non trovato'],
  [409, 'DOSSIER_NOT_APPROVED', 'La pratica non è approvata'],
] as const) {
  test(
    `§8 in a browser, ${status}: the caller gets the server's error, and no alert`,
    { tag: '@full' },
    async ({ sharedPage }) => {
      await answer(sharedPage, CHECK, status, failure(description));
      await goOn(sharedPage);
      await expect(sharedPage.getByRole('main').getByText(text)).toBeVisible();
      await expect(alerts(sharedPage)).toHaveCount(0);
    },
  );
}

test(
  '§8 in a browser, 403 first: one refresh and one retry, and the user notices nothing',
  { tag: '@full' },
  async ({ sharedPage }) => {
    const calls: string[] = [];
    await sharedPage.route('**/api/v1/auth/token', (route) => {
      calls.push('refresh');
      return route.continue();
    });
    await sharedPage.route(`**/api/v1/${CHECK}`, (route) => {
      calls.push('check');
      return calls.length === 1 ? route.fulfill({ status: 403, json: {} }) : route.continue();
    });
    await goOn(sharedPage);
    await expect(dialog(sharedPage)).toContainText('Inserire il codice PIN');
    expect(calls).toEqual(['check', 'refresh', 'check']);
    await expect(alerts(sharedPage)).toHaveCount(0);
    await sharedPage.keyboard.press('Escape');
    await expect(dialog(sharedPage)).toBeHidden();
  },
);

test(
  "§8 in a browser, 403 after the retry: the caller gets the server's error, and no alert",
  { tag: '@full' },
  async ({ sharedPage }) => {
    await answer(sharedPage, CHECK, 403, failure('NOT_ALLOWED'));
    await goOn(sharedPage);
    await expect(sharedPage.getByRole('main').getByText('Operazione non consentita al tuo profilo')).toBeVisible();
    await expect(alerts(sharedPage)).toHaveCount(0);
    await expect(account(sharedPage)).toBeVisible();
  },
);

test(
  '§8 in a browser, 403 and a refresh that gets no answer: the generic alert, and the session stays',
  { tag: '@full' },
  async ({ sharedPage }) => {
    await answer(sharedPage, CHECK, 403, {});
    await sharedPage.route('**/api/v1/auth/token', (route) => route.abort());
    await expectShownUntilDismissed(sharedPage, () => goOn(sharedPage), UNEXPECTED);
    await expect(account(sharedPage)).toBeVisible();
  },
);

for (const status of [401, 429, 500, 503]) {
  test(
    `§8 in a browser, any other status (${status}): the alert with the trace, until dismissed`,
    { tag: '@full' },
    async ({ sharedPage }) => {
      await answer(sharedPage, CHECK, status, failure('INTERNAL_ERROR'));
      const text = `Attenzione!Si è vericato un errore ${status} (codice: trace-of-INTERNAL_ERROR)`;
      await expectShownUntilDismissed(sharedPage, () => goOn(sharedPage), text);
    },
  );
}

test(
  '§8 in a browser, unexpected failure: the generic alert, until dismissed',
  { tag: '@full' },
  async ({ sharedPage }) => {
    await sharedPage.route(`**/api/v1/${CHECK}`, (route) => route.abort());
    await expectShownUntilDismissed(sharedPage, () => goOn(sharedPage), UNEXPECTED);
  },
);

for (const [description, text] of [
  ['TRANSACTION_WRONG_OTP', "Attenzione il PIN inserito non e' corretto"],
  ['TRANSACTION_ALREADY_EXECUTED', "La transazione e' gia' stata eseguita"],
  ['A_WORD_OF_ANOTHER_SERVER', 'Si è vericato un errore (codice: trace-of-A_WORD_OF_ANOTHER_SERVER)'],
] as const) {
  test(
    `§8 in a browser, cart execution refused with ${description}: its text in the PIN dialog`,
    { tag: '@full' },
    async ({ sharedPage }) => {
      await answer(sharedPage, 'carts/execute', 409, failure(description));
      await goOn(sharedPage);
      await authorise(sharedPage, '00000');
      await expect(dialog(sharedPage)).toContainText(text);
      await expect(alerts(sharedPage)).toHaveCount(0);
      await sharedPage.keyboard.press('Escape');
      await expect(dialog(sharedPage)).toBeHidden();
    },
  );
}

test(
  '§8 in a browser, cart summary: no error message, Riprova, and no indicator that stays',
  { tag: '@full' },
  async ({ sharedPage }) => {
    await goOn(sharedPage);
    await authorise(sharedPage, shopper.pin);
    await expectStep(sharedPage, 'Scarico Prodotti');
    await addProduct(sharedPage, { ean: article(3).ean, quantity: 1 });
    await answer(sharedPage, 'carts/*/summary', 500, failure('INTERNAL_ERROR'));
    await goToSummary(sharedPage);
    await expect(button(sharedPage, 'Riprova')).toBeVisible();
    await expect(alerts(sharedPage)).toHaveCount(0);
    await expect(sharedPage.getByText('Caricamento in corso…')).toHaveCount(0);
    await sharedPage.unrouteAll();
    await button(sharedPage, 'Riprova').click();
    await expect(button(sharedPage, 'Riprova')).toHaveCount(0);
  },
);

test(
  '§8 in a browser, purchase execution refused: its text in the PIN dialog',
  { tag: '@full' },
  async ({ sharedPage }) => {
    await answer(sharedPage, 'purchases/carts/*/execute', 409, failure('TRANSACTION_EXPIRED'));
    await button(sharedPage, 'Conferma').click();
    await authorise(sharedPage, shopper.pin);
    await expect(dialog(sharedPage)).toContainText("La richiesta è scaduta: ripeti l'operazione");
    await dialog(sharedPage).getByRole('button', { name: 'Chiudi' }).last().click();
    await expect(dialog(sharedPage)).toBeHidden();
  },
);

test(
  '§8 in a browser, receipt of the cart flow: failure for 5 s, success for 3 s',
  { tag: '@full' },
  async ({ sharedPage }) => {
    await button(sharedPage, 'Conferma').click();
    await authorise(sharedPage, shopper.pin);
    await expect(sharedPage.getByText("L'acquisto è stato effettuato con successo.")).toBeVisible();
    const print = () => button(sharedPage, 'Stampa').click();
    await answer(sharedPage, 'purchases/*/receipt-pdf', 404, failure('PURCHASE_NOT_FOUND'));
    const failed = 'ErroreErroreSi è verificato un errore durante il download della ricevuta.';
    await expectShownFor(sharedPage, print, failed, NOTICE_MS);
    await sharedPage.unrouteAll();
    await expectShownFor(
      sharedPage,
      print,
      'Download CompletatoLa ricevuta è stata scaricata con successo.',
      SUCCESS_MS,
    );
  },
);

test('§8 in a browser, downloads: failure for 5 s, success for 3 s', { tag: '@full' }, async ({ sharedPage }) => {
  await openScreen(sharedPage, 'Storico acquisti', 'Voci di Ricerca Assistiti');
  const receipt = () =>
    sharedPage
      .getByRole('button', { name: /^Scarica la ricevuta/ })
      .first()
      .click();
  await expect(sharedPage.getByRole('button', { name: /^Scarica la ricevuta/ }).first()).toBeVisible();
  const path = 'purchases/*/receipt-pdf';
  await answer(sharedPage, path, 404, failure('PURCHASE_NOT_FOUND'));
  const failed = 'Errore durante il downloadSi è verificato un errore durante il download del file.';
  await expectShownFor(sharedPage, receipt, failed, NOTICE_MS);
  await sharedPage.unrouteAll();
  await answer(sharedPage, path, 200, {
    data: { fileName: 'a.pdf', base64: '§ no base64', mimeType: 'application/pdf' },
  });
  await expectShownFor(sharedPage, receipt, failed, NOTICE_MS);
  await sharedPage.unrouteAll();
  await expectShownFor(sharedPage, receipt, 'Operazione avvenuta con successo', SUCCESS_MS);
});

test(
  "§8 in a browser, cancel check error: the danger notice 'Attenzione!' for 5 s",
  { tag: '@full' },
  async ({ sharedPage }) => {
    await answer(sharedPage, 'purchases/*/cancel/check', 409, failure('PURCHASE_NOT_CANCELABLE'));
    const cancel = () =>
      sharedPage
        .getByRole('button', { name: /^Storna l'acquisto/ })
        .first()
        .click();
    await expectShownFor(sharedPage, cancel, "Attenzione!L'acquisto non può essere stornato", NOTICE_MS);
  },
);

test('§8 in a browser, ten failures of one kind are one alert', { tag: '@full' }, async ({ sharedPage }) => {
  await openScreen(sharedPage, 'Ricerca Assistiti');
  let answered = 0;
  await sharedPage.route('**/api/v1/patients/search?*', (route) => {
    answered += 1;
    return route.fulfill({ status: 500, json: { status: { trace: `T${answered}` } } });
  });
  await fiscalCodeField(sharedPage).fill(shopper.fiscalCode);
  await button(sharedPage, 'Cerca').click();
  for (let attempt = 1; attempt < 10; attempt += 1) {
    await expect(alerts(sharedPage)).toContainText(`(codice: T${attempt})`);
    await button(sharedPage, 'Riprova').click();
  }
  await expect(alerts(sharedPage)).toHaveText(/Si è vericato un errore 500 \(codice: T10\)$/);
  await expect(fiscalCodeField(sharedPage)).toHaveValue(shopper.fiscalCode);
  await alerts(sharedPage).getByRole('button', { name: 'Chiudi avviso' }).click();
});

for (const status of [400, 403, 404, 409]) {
  test(
    `§8 in a browser, a list load that fails with ${status} is quietly empty`,
    { tag: '@full' },
    async ({ sharedPage }) => {
      await answer(sharedPage, 'patients/search?*', status, failure('INVALID_REQUEST'));
      const answered = sharedPage.waitForResponse('**/patients/search?*');
      await button(sharedPage, 'Cerca').click();
      await answered;
      await expect(sharedPage.getByText('Nessun elemento da visualizzare')).toBeVisible();
      await expect(button(sharedPage, 'Riprova')).toHaveCount(0);
      await expect(alerts(sharedPage)).toHaveCount(0);
    },
  );
}

test(
  '§8 in a browser, no purchases in the period, and purchases that cannot be fetched',
  { tag: '@full' },
  async ({ sharedPage }) => {
    await openScreen(sharedPage, 'Ordini AMC', 'AMC');
    await typePeriod(sharedPage, today);
    const show = () => button(sharedPage, 'Mostra acquisti').click();
    await answer(sharedPage, 'purchases/search?*', 200, { data: { purchases: [], pagination: { totalCount: 0 } } });
    await show();
    await expect(sharedPage.getByText('Nessun acquisto trovato per il periodo selezionato.').first()).toBeVisible();
    await sharedPage.unrouteAll();
    await answer(sharedPage, 'purchases/search?*', 409, failure('INVALID_REQUEST'));
    await show();
    await expect(sharedPage.getByText('Errore durante il recupero degli acquisti: Dati non validi')).toBeVisible();
  },
);

test('§8 in a browser, AMC order creation: failed, then done', { tag: '@full' }, async ({ sharedPage }) => {
  await button(sharedPage, 'Riprova').click();
  await button(sharedPage, 'Seleziona/Deseleziona tutto').click();
  await answer(sharedPage, 'amc/orders', 400, failure('INVALID_REQUEST'));
  await confirmOrders(sharedPage);
  await expect(sharedPage.getByText('Errore durante la creazione degli ordini AMC')).toBeVisible();
  await sharedPage.unrouteAll();
  await answer(sharedPage, 'amc/orders', 200, { data: { orders: [] } });
  const confirm = () => confirmOrders(sharedPage);
  await expectShownFor(sharedPage, confirm, 'Ordini AMC creati correttamente!', SUCCESS_MS);
});

test(
  '§8 in a browser, AMC orders: none for 5 s, found for 3 s, and not fetched',
  { tag: '@full' },
  async ({ sharedPage }) => {
    await openScreen(sharedPage, 'Riepilogo Ordini AMC', 'AMC');
    await typePeriod(sharedPage, today);
    await openChoice(counterpartyField(sharedPage));
    await activeOption(sharedPage).click();
    const search = () => button(sharedPage, 'Ricerca Ordini AMC').click();
    const path = 'amc/orders/search?*';
    await answer(sharedPage, path, 200, { data: { orders: [], pagination: { totalCount: 0 } } });
    await expectShownFor(sharedPage, search, 'Nessun ordine trovato per i parametri selezionati.', NOTICE_MS);
    await sharedPage.unrouteAll();
    await answer(sharedPage, path, 200, { data: { orders: [{ amcOrderId: 7 }], pagination: { totalCount: 1 } } });
    await expectShownFor(sharedPage, search, '1 Ordini trovati!', SUCCESS_MS);
    await sharedPage.unrouteAll();
    await answer(sharedPage, path, 409, failure('INVALID_REQUEST'));
    await search();
    await expect(sharedPage.getByText('Errore durante il recupero degli ordini: Dati non validi')).toBeVisible();
  },
);

test(
  'design §2 in a browser, a list that is answered with nonsense: said in its place, with Riprova',
  { tag: '@full' },
  async ({ sharedPage }) => {
    const bodies = [
      '<!doctype html><h1>Welcome</h1>',
      '',
      '{"data":{"purch',
      '{"data":{"purchases":5,"pagination":{"totalCount":5}}}',
      '{"data":{"purchases":[],"pagination":{"totalCount":-1}}}',
    ];
    let body: string | undefined;
    await sharedPage.route('**/api/v1/purchases/search?*', (route) =>
      body === undefined ? route.continue() : route.fulfill({ status: 200, contentType: 'application/json', body }),
    );
    body = bodies.shift();
    await openScreen(sharedPage, 'Storico acquisti', 'Voci di Ricerca Assistiti');
    while (body !== undefined) {
      await expect(sharedPage.getByText('Non è stato possibile caricare i dati.')).toBeVisible();
      const asked = sharedPage.waitForResponse('**/purchases/search?*');
      body = bodies.shift();
      await button(sharedPage, 'Riprova').click();
      await asked;
    }
    await expect(sharedPage.getByRole('table', { name: 'Storico acquisti' })).toBeVisible();
    await expect(alerts(sharedPage)).toHaveText(/Si è vericato un errore$/);
    await alerts(sharedPage).getByRole('button', { name: 'Chiudi avviso' }).click();
  },
);

test(
  "design §5 in a browser, a server that is silent: 'Annulla' after 5 s, and Riprova in its place",
  { tag: '@full' },
  async ({ sharedPage }) => {
    await sharedPage.route('**/api/v1/patients/search?*', () => undefined);
    await openScreen(sharedPage, 'Ricerca Assistiti');
    await fiscalCodeField(sharedPage).fill(shopper.fiscalCode);
    const asked = sharedPage.waitForRequest('**/patients/search?*');
    await button(sharedPage, 'Cerca').click();
    await asked;
    await sharedPage.clock.runFor(5000);
    await expect(sharedPage.getByRole('status').filter({ hasText: 'il server tarda a rispondere' })).toBeVisible();
    await sharedPage.getByRole('button', { name: 'Annulla' }).click();
    await expect(button(sharedPage, 'Riprova')).toBeVisible();
    await expect(fiscalCodeField(sharedPage)).toHaveValue(shopper.fiscalCode);
    await expect(alerts(sharedPage)).toHaveCount(0);
    await sharedPage.unrouteAll();
    await button(sharedPage, 'Riprova').click();
    await expect(sharedPage.getByRole('table').getByRole('button', { name: shopper.fiscalCode })).toBeVisible();
  },
);

test('§5 §9 in a browser, validation: the banner for 5 s', { tag: '@full' }, async ({ sharedPage }) => {
  await openScreen(sharedPage, 'Prospetto fatturazione', 'Contabilità');
  const exportPdf = () => button(sharedPage, 'Esporta riepilogo PDF').click();
  const text = "Risolvere gli errori per poter completare l'operazione richiesta";
  await expectShownFor(sharedPage, exportPdf, text, NOTICE_MS);
});
