import { formatDay } from '#contract/rules/dates.ts';
import { chooseIdentity } from '#tests/browser/sign-in.ts';
import { filterSearch } from '#tests/support/filter-address.ts';
import { checkboxes, orders } from './support/amc.ts';
import { signInAs } from './support/sign-in-as.ts';
import { people } from './support/people.ts';
import { chooseCounterparty, dateField, lastMonth, monthsBefore, typePeriod } from './support/period.ts';
import { button } from './support/page-parts.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'Farmacia Torre Candida';

test(
  'design §5 filters in the URL: they survive a reload, the back button and a copied link',
  { tag: '@full' },
  async ({ page, context }) => {
    const period = monthsBefore(4);
    await signInAs(page, people.ofHealthAuthority, '/riepilogo-ordini-amc');
    await typePeriod(page, period);
    await button(page, 'Ricerca Ordini AMC').click();
    await expect(orders(page)).toHaveCount(20);
    const newest = await orders(page).first().innerText();
    await page.getByRole('button', { name: 'Pagina 2' }).click();
    await expect(page).toHaveURL(/[?&]currentPage=2/);
    await expect(page.getByRole('button', { name: 'Pagina 2' })).toHaveAttribute('aria-current', 'page');
    await expect(orders(page).first()).not.toHaveText(newest, { useInnerText: true });
    const link = page.url();
    const first = await orders(page).first().innerText();

    await test.step('reload', async () => {
      await page.reload();
      await expect(orders(page).first()).toHaveText(first, { useInnerText: true });
      await expect(dateField(page, 'Data inizio')).toHaveValue(formatDay(period.first));
    });
    await test.step('another filter begins with the first page', async () => {
      await chooseCounterparty(page, SHOP);
      await button(page, 'Ricerca Ordini AMC').click();
      await expect(page).toHaveURL(/=businessId&/);
      await expect(page).toHaveURL(/[?&]currentPage=1/);
      await expect(orders(page).filter({ hasNotText: SHOP })).toHaveCount(0);
    });
    await test.step('back leaves the list, and forward restores it', async () => {
      const filtered = page.url();
      await page.getByRole('banner').getByRole('link', { name: 'Supporto' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Supporto');
      await page.goBack();
      await expect(page).toHaveURL(filtered);
      await expect(orders(page).filter({ hasText: SHOP })).not.toHaveCount(0);
      await page.goto(link);
      await expect(orders(page).first()).toHaveText(first, { useInnerText: true });
    });
    await test.step('a copied link, with a sign-on on the way', async () => {
      const other = await context.newPage();
      await other.goto(link);
      await chooseIdentity(other, people.ofHealthAuthority);
      await expect(other).toHaveURL(link);
      await expect(orders(other).first()).toHaveText(first, { useInnerText: true });
      await expect(dateField(other, 'Data fine')).toHaveValue(formatDay(period.last));
    });
  },
);

test(
  'design §5 filters in the URL: an address that makes no sense asks for filters',
  { tag: '@full' },
  async ({ page }) => {
    await signInAs(
      page,
      people.delicatessen,
      `/riepilogo-ordini-amc?${filterSearch({ aslId: 99999, dateStart: '2026-13-45', dateEnd: 'domani', amcOrderId: '%2e%2e' })}&currentPage=-7`,
    );
    await expect(dateField(page, 'Data inizio')).toHaveValue('');
    await button(page, 'Ricerca Ordini AMC').click();
    await expect(page.getByRole('main')).toContainText('La data di inizio periodo è obbligatoria');
    const period = { dateStart: lastMonth.first, dateEnd: lastMonth.last };
    await page.goto(`/ordini-amc?${filterSearch(period)}&currentPage=999`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ordini AMC');
    await expect(dateField(page, 'Data fine')).toHaveValue(formatDay(lastMonth.last));
    // A page after the last becomes the last.
    await expect(page).toHaveURL(/[?&]currentPage=(?!999)\d+/);
    await expect(checkboxes(page)).not.toHaveCount(0);
  },
);
