import { formatTotal, lineTotal } from '#contract/rules/money.ts';
import { readPdf } from '#tests/pdf-text.ts';
import { article, cancelCodeOf, shopperWithPin, shopperWithoutPin } from './support/demonstration.ts';
import { saved } from './support/documents.ts';
import { signInAs } from './support/sign-in-as.ts';
import {
  answer,
  cancelButton,
  choosePageSize,
  codeField,
  purchases,
  recreateButton,
  sellAndShow,
} from './support/history.ts';
import { expectNotice } from './support/notices.ts';
import { people } from './support/people.ts';
import { button, dialog } from './support/page-parts.ts';
import { expectStep, lines, openPatient } from './support/sale.ts';
import { expect, test } from './support/test.ts';
import { intercept } from './support/intercept.ts';

test(
  '§4 cancellation without code: yes or no, the list is loaded again, and the cart is made again',
  { tag: ['@full', '@firefox'] },
  async ({ page, request }) => {
    const sale = { shopper: shopperWithPin(10), article: article(10), quantity: 3 };
    const total = formatTotal(lineTotal(sale.quantity, sale.article.price));
    const purchaseId = await sellAndShow(page, request, people.grocer, sale);
    const row = purchases(page).filter({ has: cancelButton(page, purchaseId) });
    await expect(row).toContainText(total);
    await expect(row).toContainText('COMPLETATO');
    await cancelButton(page, purchaseId).click();
    await answer(page, 'Conferma Storno', 'No');
    await expect(dialog(page)).toBeHidden();
    await cancelButton(page, purchaseId).click();
    await answer(page, 'Conferma Storno', 'Sì');
    await expectNotice(page, 'Operazione avvenuta con successo');
    await expect(dialog(page)).toBeHidden();
    await expect(cancelButton(page, purchaseId)).toHaveCount(0);
    const cancelled = purchases(page).filter({ has: recreateButton(page, purchaseId) });
    await expect(cancelled).toContainText('STORNATO');
    await expect(cancelled).toHaveClass(/struckOut/);

    await recreateButton(page, purchaseId).click();
    await answer(page, 'CONFERMA CREAZIONE CARRELLO', 'Sì');
    await expectStep(page, 'Scarico Prodotti');
    await expect(page).toHaveURL('/ricerca-assistiti/vendita/prodotti');
    await expect(lines(page, 'Prodotti inseriti')).toHaveCount(1);
    for (const text of [sale.article.name, total]) await expect(lines(page, 'Prodotti inseriti')).toContainText(text);
    await button(page, 'Avanti').click();
    await expectStep(page, 'Riepilogo');
    await expect(page.getByRole('main')).toContainText(sale.shopper.fiscalCode);
  },
);

test(
  '§6 cancellation with code: a wrong one stands in the dialog, the right one cancels',
  { tag: '@full' },
  async ({ page, request }) => {
    const sale = { shopper: shopperWithoutPin(10), article: article(11), quantity: 1 };
    const purchaseId = await sellAndShow(page, request, people.withCancelCode, sale);
    await cancelButton(page, purchaseId).click();
    await expect(dialog(page)).toContainText('Inserire il codice di conferma');
    await expect(codeField(page)).toHaveAttribute('type', 'password');
    await codeField(page).fill('00000');
    await dialog(page).getByRole('button', { name: 'Storna' }).click();
    await expect(dialog(page)).toContainText("Il codice di conferma dell'esercente non è corretto.");
    await codeField(page).fill(cancelCodeOf(people.withCancelCode));
    await dialog(page).getByRole('button', { name: 'Storna' }).click();
    await expectNotice(page, 'Operazione avvenuta con successo');
    await expect(recreateButton(page, purchaseId)).toBeVisible();
  },
);

test(
  '§8 cancel check: refused meanwhile, the danger notice says why and the list is loaded again',
  { tag: '@full' },
  async ({ page, request }) => {
    const sale = { shopper: shopperWithoutPin(11), article: article(12), quantity: 1 };
    const purchaseId = await sellAndShow(page, request, people.grocer, sale);
    await intercept(page, '**/cancel/check', (route) =>
      route.fulfill({ status: 409, json: { error: { code: 5011, description: 'PURCHASE_NOT_CANCELABLE' } } }),
    );
    await cancelButton(page, purchaseId).click();
    const notice = page.getByRole('region', { name: 'Avvisi' });
    await expect(notice).toContainText('Attenzione!');
    await expect(notice).toContainText("L'acquisto non può essere stornato");
    await expect(dialog(page)).toHaveCount(0);
  },
);

test(
  '§2 history: pages of 5, 10 and 20 in the URL, newest first, and the receipt of a row',
  { tag: '@full' },
  async ({ page }) => {
    await signInAs(page, people.ofThreeBusinesses, '/storico-acquisti');
    await expect(purchases(page)).toHaveCount(5);
    const newest = await purchases(page).first().innerText();
    await page.getByRole('button', { name: 'Pagina successiva' }).click();
    await expect(purchases(page).first()).not.toHaveText(newest, { useInnerText: true });
    await expect(page.getByText(/^2 \/ \d+$/)).toBeVisible();
    await expect(page).toHaveURL(/[?&]currentPage=2/);
    const second = await purchases(page).first().innerText();
    await page.reload();
    await expect(purchases(page).first()).toHaveText(second, { useInnerText: true });
    await choosePageSize(page, 20);
    await expect(purchases(page)).toHaveCount(20);
    await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click();
    await expect(page).toHaveURL('/');
    await page.goBack();
    await expect(purchases(page)).toHaveCount(20);

    const receipt = purchases(page)
      .first()
      .getByRole('button', { name: /ricevuta/ });
    const { name, content } = await saved(page, () => receipt.click());
    expect(name).toMatch(/\.pdf$/);
    expect(readPdf(content).texts.join(' ')).toContain('Farmacia del Corallo Bianco');
    await expectNotice(page, 'Operazione avvenuta con successo');
  },
);

test(
  '§2 history: a column sorts by a click and by Enter, from the first page on, says so, and a reload keeps it',
  { tag: '@full' },
  async ({ page }) => {
    await signInAs(page, people.ofThreeBusinesses, '/storico-acquisti?currentPage=2');
    const heading = page.getByRole('columnheader', { name: 'Totale speso' });
    const amounts = async () => {
      const texts = await purchases(page).locator('td[data-label="Totale speso"]').allInnerTexts();
      return texts.map((text) => Number(/([\d.]+,\d\d)/.exec(text)?.[1]?.replace('.', '').replace(',', '.')));
    };
    await expect(purchases(page)).toHaveCount(5);
    const unsorted = await amounts();
    await heading.click();
    await expect(heading).toHaveAttribute('aria-sort', 'ascending');
    await expect(page).toHaveURL(/[?&]currentPage=1/);
    await expect.poll(amounts).not.toEqual(unsorted);
    await expect(async () => {
      const shown = await amounts();
      expect(shown).toHaveLength(5);
      expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    }).toPass();
    const cheapest = (await amounts())[0] ?? NaN;
    await heading.press('Enter');
    await expect(heading).toHaveAttribute('aria-sort', 'descending');
    await expect.poll(async () => (await amounts())[0]).toBeGreaterThan(cheapest);
    await page.reload();
    await expect(heading).toHaveAttribute('aria-sort', 'descending');
    await expect.poll(async () => (await amounts())[0]).toBeGreaterThan(cheapest);
  },
);

test(
  '§2 history of a patient from step 1: named above the list, not in the URL; a reload goes to the search',
  { tag: '@full' },
  async ({ page }) => {
    const { fiscalCode, lastName } = shopperWithoutPin(12);
    await signInAs(page, people.pharmacist, '/ricerca-assistiti');
    await openPatient(page, fiscalCode);
    await button(page, 'Storico acquisti').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Storico acquisti');
    await expect(page.getByRole('main')).toContainText(lastName);
    await expect(page.getByRole('main')).toContainText(fiscalCode);
    await expect(page).toHaveURL('/storico-acquisti?scope=patient');
    await button(page, "Torna all'assistito").click();
    await expectStep(page, 'Anagrafica');
    await button(page, 'Storico acquisti').click();
    await expect(page.getByRole('main')).toContainText(fiscalCode);
    await page.reload();
    await expect(page).toHaveURL('/ricerca-assistiti');
    await expect(page.getByRole('main')).not.toContainText(fiscalCode);
  },
);

test(
  'design §5 a narrow history: each value of a row stands beside the name of its column',
  { tag: '@full' },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    await signInAs(page, people.grocer, '/storico-acquisti');
    await expect(purchases(page).first()).toBeVisible();
    const labels = () =>
      purchases(page)
        .first()
        .locator('td[data-label]')
        .evaluateAll((all) => all.map((cell) => getComputedStyle(cell, '::before').content.split('"')[1]));
    // The time of purchase and the buttons with a word need no label.
    const names = ['Numero', 'Assistito', 'Esercente', 'Totale speso', 'Stato'];
    await expect.poll(labels).toEqual(names);
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 780 });
      const heights = () =>
        purchases(page).evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
      await expect.poll(async () => Math.max(...(await heights())), String(width)).toBeLessThanOrEqual(140);
    }
  },
);
