import * as z from 'zod';
import { addDays, formatDay, monthOf, toOffsetTimestamp } from '#contract/rules/dates.ts';
import { formatTotal, sum } from '#contract/rules/money.ts';
import { groupBy } from '#contract/group-by.ts';
import {
  checkboxes,
  confirmOrders,
  countOrders,
  ofMainPayer,
  openSummary,
  orderablePurchases,
  orders,
  searchOrders,
  showPurchases,
  untilAccepted,
} from './support/amc.ts';
import { apiOf } from './support/api.ts';
import { rejectedOrder } from './support/demonstration.ts';
import { csvAccount, pdfAccount, saved } from './support/documents.ts';
import { signInAs } from './support/sign-in-as.ts';
import { expectNotice } from './support/notices.ts';
import { people } from './support/people.ts';
import { lastMonth, monthsBefore, today } from './support/period.ts';
import { button } from './support/page-parts.ts';
import { expect, test } from './support/test.ts';

const CREATED = 'Ordini AMC creati correttamente!';
const oneOrder = z.object({ orders: z.array(z.unknown()).length(1) });

test(
  '§2 AMC orders: all purchases of two months are ordered, found in the summary and accepted',
  { tag: ['@full', '@firefox'] },
  async ({ page, request }) => {
    await signInAs(page, people.supermarket, '/ordini-amc');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ordini AMC');
    const ask = await apiOf(page, request);
    const period = monthsBefore(2);
    const purchases = await orderablePurchases(ask, period);
    const paid = ofMainPayer(purchases);
    const payer = { aslId: paid[0]?.aslId ?? 0, aslName: paid[0]?.aslName ?? '' };
    const before = await countOrders(ask, payer.aslId, today);
    const main = page.getByRole('main');

    await showPurchases(page, period);
    await expect(checkboxes(page).first()).toBeVisible();
    await button(page, 'Seleziona/Deseleziona tutto').click();
    await expect(main).toContainText('Acquisti selezionati: 20');
    await button(page, 'Seleziona/Deseleziona tutto').click();
    await button(page, 'Mostra tutti gli acquisti').click();
    await expect(button(page, 'Mostra tutti gli acquisti')).toHaveCount(0);
    await page.setViewportSize({ width: 360, height: 780 });
    const concerned = main.getByRole('list', { name: 'Acquisti da ordinare' }).getByText(payer.aslName).first();
    await expect(concerned).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 900 });
    await button(page, 'Seleziona/Deseleziona tutto').click();
    await expect(main).toContainText(`Acquisti selezionati: ${purchases.length}`);
    await expect(main).toContainText(formatTotal(sum(purchases.map(({ amount }) => amount))));
    await confirmOrders(page);
    await expectNotice(page, CREATED);
    await expect(main).toContainText('Nessun acquisto trovato per il periodo selezionato.');

    const stores = groupBy(paid, ({ storeId }) => storeId);
    const amounts = [...stores.values()].map((rows) => sum(rows.map(({ amount }) => amount)));
    const shown = amounts.map(formatTotal);
    await openSummary(page);
    await searchOrders(page, payer.aslName, today);
    await expectNotice(page, `${before + stores.size} Ordini trovati!`);
    for (const amount of shown) await expect(orders(page).filter({ hasText: amount })).not.toHaveCount(0);
    await expect(orders(page).first()).toContainText(formatDay(today.first));
    const district = orders(page)
      .first()
      .getByText(/^\d{3}-\w{4}$/);
    await expect(district).toHaveCSS('white-space', 'nowrap');
    await untilAccepted(page, shown);

    const order = orders(page)
      .filter({ hasText: shown[0] ?? '' })
      .first();
    const pdf = pdfAccount((await saved(page, () => order.getByRole('button', { name: /PDF/ }).click())).content);
    const csv = csvAccount((await saved(page, () => order.getByRole('button', { name: /CSV/ }).click())).content);
    await expectNotice(page, 'Operazione avvenuta con successo');
    expect(csv.sum).toEqual(amounts[0]);
    for (const label of ['Totale ordine', 'Totale di controllo']) {
      expect(pdf.amount(label), label).toEqual(csv.sum);
      expect(csv.amount(`${label} (€)`), label).toEqual(csv.sum);
    }
  },
);

test('§5 AMC orders: both dates, and at least one purchase', { tag: '@full' }, async ({ page }) => {
  await signInAs(page, people.withCancelCode, '/ordini-amc');
  await button(page, 'Mostra acquisti').click();
  await expect(page.getByText('Seleziona entrambe le date prima di procedere!')).toBeVisible();
  await showPurchases(page, lastMonth);
  await expect(checkboxes(page).first()).toBeVisible();
  await button(page, 'Conferma ordini AMC').click();
  await expectNotice(page, 'Seleziona almeno un acquisto per procedere!');
});

test(
  '§8 AMC orders: a purchase ordered meanwhile is refused by name, and the rest stays selected',
  { tag: '@full' },
  async ({ page, request }) => {
    await signInAs(page, people.delicatessen, '/ordini-amc');
    await showPurchases(page, lastMonth);
    await expect(checkboxes(page).first()).toBeVisible();
    const ask = await apiOf(page, request);
    const [first, second] = await orderablePurchases(ask, lastMonth);
    await checkboxes(page).nth(0).check();
    await checkboxes(page).nth(1).check();
    const order = { purchasesIds: [first?.purchaseId], orderDate: toOffsetTimestamp(new Date()) };
    await ask(oneOrder, 'POST', 'amc/orders', order);

    await confirmOrders(page);
    const refusal = page.getByRole('alert').filter({ hasText: 'Errore durante la creazione degli ordini AMC' });
    await expect(refusal).toContainText('Acquisto già incluso in un ordine AMC');
    await expect(refusal).toContainText(`Acquisto ${String(first?.purchaseId)} `);
    await expect(page.getByRole('main')).toContainText('Acquisti selezionati: 1');
    await expect(page.getByRole('checkbox', { checked: true })).toHaveAccessibleName(
      new RegExp(`^Acquisto ${String(second?.purchaseId)} `),
    );
    await confirmOrders(page);
    await expectNotice(page, CREATED);
  },
);

test(
  'rules §7 ESB: a rejected order shows its reason, and its purchases are ordered again',
  { tag: '@full' },
  async ({ page }) => {
    const rejected = rejectedOrder(people.otherWithCancelCode);
    const amount = formatTotal(rejected.amount);
    await signInAs(page, people.otherWithCancelCode, '/ordini-amc');
    await openSummary(page);
    await searchOrders(page, rejected.aslName, monthOf(rejected.day));
    await page.getByRole('textbox', { name: 'Numero ordine AMC' }).fill(String(rejected.amcOrderId));
    await button(page, 'Ricerca Ordini AMC').click();
    await expectNotice(page, '1 Ordini trovati!');
    await expect(orders(page)).toHaveCount(1);
    for (const text of ['Rifiutato', rejected.reason, amount, 'I suoi acquisti possono essere ordinati di nuovo.']) {
      await expect(orders(page)).toContainText(text);
    }

    await page.getByRole('banner').getByRole('button', { name: 'AMC' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Ordini AMC', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ordini AMC');
    await showPurchases(page, monthOf(addDays(lastMonth.first, -1)));
    await expect(checkboxes(page)).toHaveCount(rejected.purchasesIds.length);
    await button(page, 'Seleziona/Deseleziona tutto').click();
    await expect(page.getByRole('main')).toContainText(amount);
    await confirmOrders(page);
    await expectNotice(page, CREATED);
    await openSummary(page);
    await searchOrders(page, rejected.aslName, today);
    await untilAccepted(page, [amount]);
  },
);
