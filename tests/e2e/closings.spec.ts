import { addDays, formatMonth, monthOf, romeDay } from '#contract/rules/dates.ts';
import { adminPaths } from '#src/providers/paths.ts';
import { choose } from './support/choice.ts';
import { signInAs } from './support/sign-in-as.ts';
import { prepareViewCheck } from './support/view-check.ts';
import { people } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** Long ago, so that no other test depends on the month. */
function fiveMonthsAgo(): string {
  let { first } = monthOf(romeDay(new Date()));
  for (let count = 0; count < 5; count += 1) ({ first } = monthOf(addDays(first, -1)));
  return first;
}

test(
  'rules §9 closing: an operator sees what a month has, and closes it for one business',
  { tag: '@full' },
  async ({ page }) => {
    const check = await prepareViewCheck(page, 'states');
    const month = formatMonth(fiveMonthsAgo());
    await signInAs(page, people.ofRegion, adminPaths.closings);
    await choose(page.getByRole('combobox', { name: 'Azienda sanitaria' }), 'Nuoro');
    await page.getByRole('textbox', { name: 'Mese' }).fill(month);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: `Mese ${month}` })).toBeVisible();
    await check('a month');
    const close = page.getByRole('button', { name: /^Chiudi il mese di/ }).first();
    const company = (await close.getAttribute('aria-label')) ?? '';
    await close.click();
    const dialog = page.getByRole('dialog', { name: `Chiudere il mese ${month}?` });
    await expect(dialog.getByText('Codice di controllo', { exact: true })).toBeVisible();
    await check('the question');
    await dialog.getByRole('button', { name: 'Chiudi mese' }).click();
    const closed = page.getByRole('region', { name: 'Mesi chiusi' });
    await expect(closed.getByText(/^[\dA-F]{4}(-[\dA-F]{4}){3}$/)).toBeVisible();
    await expect(page.getByRole('button', { name: company })).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { name: `Mese ${month}` })).toBeVisible();
  },
);
