import { type Page, expect } from '@playwright/test';
import { adminPaths } from '#src/providers/paths.ts';
import { checkboxes } from './support/amc.ts';
import { button } from './support/page-parts.ts';
import { people } from './support/people.ts';
import { signInAs } from './support/sign-in-as.ts';
import { test } from './support/test.ts';

/** Runs in the page: what tells an element apart in forced colours, with what is drawn before and after its content. */
function lookOf(element: Element): string {
  const look = (pseudo?: string) => {
    const { content, color, backgroundColor, borderColor, outline, textDecorationLine } = getComputedStyle(
      element,
      pseudo,
    );
    return pseudo !== undefined && content === 'none'
      ? []
      : [color, backgroundColor, borderColor, outline, textDecorationLine];
  };
  return [look(), look('::before'), look('::after')].flat().join(' | ');
}

/** Expects that two visible elements look different, the first of which is current, chosen, focused or disabled. */
async function expectToldApart(page: Page, chosen: string, other: string): Promise<void> {
  const look = (selector: string) => page.locator(selector).first().evaluate(lookOf);
  await expect
    .poll(async () => (await look(chosen)) === (await look(other)), `${chosen} and ${other} look alike`)
    .toBe(false);
}

test('design §5 forced colours: what is current, chosen, focused or disabled is told apart', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light', reducedMotion: 'reduce' });
  await signInAs(page, people.ofRegion, `${adminPaths.root}/business`);
  await expect(page.locator('tbody tr[data-row-key]').first()).toBeVisible();

  await test.step('a list', async () => {
    await expectToldApart(page, '[aria-current="page"].ant-btn', '.ant-btn:not([aria-current]):has-text("2")');
    const group = '.navigation__group > .dropdown > .dropdown__toggle';
    await expectToldApart(page, `.navigation__group:has([aria-current]) .dropdown__toggle`, `${group}:visible`);
    await page.locator('.navigation__group:has([aria-current]) .dropdown__toggle').click();
    await expectToldApart(
      page,
      '.dropdown__list .navigation__link[aria-current]',
      '.dropdown__list .navigation__link:not([aria-current])',
    );
    await page.keyboard.press('Escape');
    await page.locator('th.ant-table-column-has-sorters').first().click();
    await expectToldApart(page, '.ant-table-column-sorter .active', '.ant-table-column-sorter-down:not(.active)');
    await expectToldApart(page, 'button[aria-label="Pagina precedente"]', 'button[aria-label="Pagina successiva"]');
  });

  await test.step('fields', async () => {
    await page.locator('main input[type=text]').first().focus();
    await expectToldApart(page, 'main input[type=text]:focus', 'main input[type=text]:not(:focus)');
    await page.locator('main .ant-select').first().click();
    await expectToldApart(
      page,
      '.ant-select-focused > .ant-select-selector',
      '.ant-select:not(.ant-select-focused) > .ant-select-selector',
    );
    await page.keyboard.press('ArrowDown');
    await expectToldApart(
      page,
      '.ant-select-item-option-active',
      '.ant-select-item-option:not(.ant-select-item-option-active)',
    );
    await page.keyboard.press('Escape');
  });

  await test.step('the palette', async () => {
    await page.keyboard.press('Control+k');
    await expectToldApart(page, '[cmdk-item][aria-selected="true"]', '[cmdk-item]:not([aria-selected="true"])');
    await page.keyboard.press('Escape');
  });

  await test.step('a form and a calendar', async () => {
    await page.goto(`${adminPaths.root}/prodotti/nuovo`);
    const box = page.locator('.ant-checkbox-input').first();
    const inner = () => page.locator('.ant-checkbox-inner').first().evaluate(lookOf);
    const unchecked = await inner();
    await box.check();
    await expect.poll(inner).not.toBe(unchecked);
    await page.goto(adminPaths.accessLog);
    await page.locator('.ant-picker input').first().fill('');
    await page.locator('.ant-picker').first().click();
    await page.keyboard.type('15/06/2026');
    await expectToldApart(
      page,
      '.ant-picker-cell-selected .ant-picker-cell-inner',
      '.ant-picker-cell-in-view:not(.ant-picker-cell-selected) .ant-picker-cell-inner',
    );
    await expectToldApart(page, '.ant-picker-focused', '.ant-picker:not(.ant-picker-focused)');
  });
});

test('design §5 forced colours: chosen purchases and a switched button are told apart', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light', reducedMotion: 'reduce' });
  await signInAs(page, people.glutenFreeShop, '/ordini-amc');
  await button(page, 'Mese precedente').click();
  await button(page, 'Mostra acquisti').click();
  await checkboxes(page).first().check();
  await expectToldApart(page, 'main tr:has(:checked) > td', 'main tr:has([type=checkbox]:not(:checked)) > td');
  const all = page.getByRole('button', { name: 'Seleziona/Deseleziona tutto' });
  const off = await all.evaluate(lookOf);
  await all.click();
  await expect.poll(() => all.evaluate(lookOf)).not.toBe(off);
});
