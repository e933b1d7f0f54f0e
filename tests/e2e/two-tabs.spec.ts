import { type BrowserContext, type Page } from '@playwright/test';
import { sum } from '#contract/rules/money.ts';
import { chooseIdentity } from '#tests/browser/sign-in.ts';
import { article, shopperWithoutPin } from './support/demonstration.ts';
import { button, dialog, openAccountMenu } from './support/page-parts.ts';
import { people } from './support/people.ts';
import { addProduct, authorise, expectStep, goToSummary, openCart, openPatient } from './support/sale.ts';
import { signInAs } from './support/sign-in-as.ts';
import { expect, test } from './support/test.ts';

const CHANGED = 'Il carrello è cambiato: controlla il riepilogo e conferma di nuovo';
const euro = (amount: { toFixed: (decimals: number) => string }) => amount.toFixed(2).replace('.', ',');

/** A second tab with a copy of the session storage, as the browser's 'Duplicate' makes it: it offers the open cart. */
async function duplicate(page: Page, context: BrowserContext): Promise<Page> {
  const opened = context.waitForEvent('page');
  await page.evaluate(() => window.open('/ricerca-assistiti'));
  return opened;
}

test('rules §6 two tabs: what is confirmed in one is what the other has made of the cart, and step 4 tells the ledger', async ({
  page,
  context,
}) => {
  const shopper = shopperWithoutPin(13);
  const both = sum([article(0).price, article(1).price]);
  await signInAs(page, people.pharmacist, '/ricerca-assistiti');
  await openPatient(page, shopper.fiscalCode);
  await openCart(page, null);
  await addProduct(page, { ean: article(0).ean, quantity: 1 });
  await goToSummary(page);

  const other = await duplicate(page, context);
  await button(other, 'Riprendi').click();
  await expectStep(other, 'Scarico Prodotti');
  await addProduct(other, { ean: article(1).ean, quantity: 1 });

  await button(page, 'Conferma').click();
  await expect(page.getByText(CHANGED)).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Prodotti inseriti' })).toContainText(article(1).name);
  await button(page, 'Conferma').click();
  await expect(dialog(page).getByRole('button', { name: `Sì, conferma ${euro(both)}` })).toBeVisible();
  await authorise(page, null);
  await expect(page.getByText('Operazione avvenuto con successo')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Budget speso' })).toContainText(euro(both));
  await expect(page.getByRole('region', { name: 'Budget residuo' })).toContainText(euro(shopper.residual.minus(both)));
});

test(
  'rules §3 two tabs: a purchase in doubt outlasts a sign-out in the other tab, and is told after the next sign-on',
  { tag: '@full' },
  async ({ page, context }) => {
    const shopper = shopperWithoutPin(18);
    // Of its own: a session that other tests reuse must not end.
    const signOn = async () => {
      await page.goto('/ricerca-assistiti');
      await chooseIdentity(page, people.pharmacist);
    };
    await signOn();
    const other = await duplicate(page, context);
    await openPatient(page, shopper.fiscalCode);
    await openCart(page, null);
    await addProduct(page, { ean: article(0).ean, quantity: 1 });
    await goToSummary(page);
    await button(page, 'Conferma').click();
    await expect(dialog(page)).toBeVisible();
    await page.route('**/execute', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.route('**/summary', (route) => route.abort());
    await authorise(page, null);
    await expect(dialog(page).getByRole('button', { name: 'Verifica esito' })).toBeVisible();

    await openAccountMenu(other);
    await other.getByRole('button', { name: 'Esci' }).click();
    await expect(page).toHaveURL('/');
    const kept = () => page.evaluate(() => Object.entries(sessionStorage).map(String));
    await expect
      .poll(kept)
      .toEqual([
        expect.stringMatching(/^purchasesInDoubt,\[\{"txCommandId":\d+,"username":"\w+","businessId":\d+\}\]$/),
      ]);
    await page.unrouteAll();
    await signOn();
    await expect(page.getByText("L'ultimo acquisto è andato a buon fine")).toBeVisible();
  },
);
