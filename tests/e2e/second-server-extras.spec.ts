import { checkboxes, confirmOrders, orders, searchOrders, showPurchases } from './support/amc.ts';
import { cancelButton } from './support/history.ts';
import { expectNotice } from './support/notices.ts';
import { type Period, chooseCounterparty, today, typePeriod } from './support/period.ts';
import { button } from './support/page-parts.ts';
import { addProduct, buy, chooseStore, openCart, openPatient } from './support/sale.ts';
import { expect, signInToSecondServer, test } from './support/second-server.ts';

const WITHOUT_PIN = 'CRBGNN61L20F979I';
/** The days in Rome of the 23 purchases. */
const JANUARY: Period = { first: '2026-01-02', last: '2026-01-24' };
const PAYER = 'ASL 1 di Sassari';
const NEWEST = 'acquisto/2026 23';

test.afterEach(({ server }) => {
  // The portal made no call that needs an extra.
  expect(server.fixture.calls.filter((call) => call.includes('/extra/') && !call.endsWith('/extra/features'))).toEqual(
    [],
  );
  expect(server.fixture.violations).toEqual([]);
});

test(
  'rules §1 another server: at the till what needs an extra is not there, and the sale goes on without it',
  { tag: '@full' },
  async ({ page, server }) => {
    const main = page.getByRole('main');
    const menu = page.getByRole('banner');
    await signInToSecondServer(page, server);
    await chooseStore(page, 'Bottega di Via Prova');
    await expect(menu.getByRole('link', { name: 'Ricerca Assistiti' })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Chiusura di giornata' })).toHaveCount(0);
    await openPatient(page, WITHOUT_PIN);
    await expect(button(page, 'Storico acquisti')).toBeVisible();
    await expect(button(page, 'Saldo buoni')).toHaveCount(0);
    await expect(main).not.toContainText('Residuo del buono');
    await openCart(page, null);
    await addProduct(page, { ean: 'art/4', quantity: 1, price: '7,5' });
    await buy(page, null);
    await expect(button(page, 'Stampa')).toBeVisible();
    await expect(page.getByLabel('Formato di stampa')).toHaveCount(0);
  },
);

test(
  'rules §1 another server: in the office what needs an extra is not there, and the lists work without it',
  { tag: '@full' },
  async ({ page, server }) => {
    const main = page.getByRole('main');
    await signInToSecondServer(page, server, '/storico-acquisti');
    await expect(page.getByText('Totale elementi: 23')).toBeVisible();
    await expect(cancelButton(page, NEWEST)).toBeVisible();
    for (const name of ['Filtri', 'Esporta CSV']) await expect(button(page, name)).toHaveCount(0);
    await expect(main).not.toContainText('Completati:');
    await main
      .getByRole('button', { name: /^Dettaglio dell'acquisto/ })
      .first()
      .click();
    await expect(main.getByRole('table', { name: /^Prodotti dell'acquisto/ })).toBeVisible();

    await page.goto('/prospetto-fatturazione');
    await chooseCounterparty(page, PAYER);
    await typePeriod(page, JANUARY);
    await expect(button(page, 'Esporta riepilogo PDF')).toBeEnabled();
    await expect(page.getByRole('region', { name: 'Nel periodo scelto' })).toHaveCount(0);

    await page.goto('/ordini-amc');
    await showPurchases(page, JANUARY);
    await checkboxes(page).first().check();
    await confirmOrders(page);
    await expectNotice(page, 'Ordini AMC creati correttamente!');

    await page.goto('/riepilogo-ordini-amc');
    await expect(page.getByLabel('Stato ESB')).toHaveCount(0);
    await searchOrders(page, PAYER, today);
    await expect(orders(page)).toHaveCount(1);
    for (const name of ['Esporta tutti in CSV', 'Esporta tutti in PDF'])
      await expect(button(page, name)).toHaveCount(0);
    await expect(main).not.toContainText('Ordini validi:');
  },
);
