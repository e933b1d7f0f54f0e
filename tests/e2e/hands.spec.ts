import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { adminPaths, paths } from '#src/providers/paths.ts';
import { openChoice } from './support/choice.ts';
import { article } from './support/demonstration.ts';
import { button, dialog, openAccountMenu } from './support/page-parts.ts';
import { people } from './support/people.ts';
import { fiscalCodeField, scanHere } from './support/sale.ts';
import { signInAs } from './support/sign-in-as.ts';
import { expect, test } from './support/test.ts';

const shortcuts = (page: Page) => page.getByRole('dialog', { name: 'Scorciatoie da tastiera' });

/** A point of an element, in px from its left upper corner; negative ones lie beside it. */
async function press(page: Page, target: Locator, x: number, y: number): Promise<void> {
  const box = await target.boundingBox();
  await page.mouse.click((box?.x ?? 0) + x, (box?.y ?? 0) + y);
}

test("design §5 press: on the padding or border of the browser's own dialog it closes nothing, beside it it does", async ({
  page,
}) => {
  await page.goto(paths.home);
  // A page that has just been drawn may not listen yet.
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(shortcuts(page)).toBeVisible({ timeout: 2000 });
  }).toPass();
  const { width = 0, height = 0 } = (await shortcuts(page).boundingBox()) ?? {};
  for (const [x, y] of [
    [1, 1],
    [width / 2, 3],
    [3, height / 2],
    [width - 3, height - 3],
  ] as const)
    await press(page, shortcuts(page), x, y);
  await expect(shortcuts(page)).toBeVisible();
  await press(page, shortcuts(page), -10, 10);
  await expect(shortcuts(page)).toBeHidden();
});

test("design §5 press: antd's dialog stays open for one that begins or ends in it, and where the user types", async ({
  page,
}) => {
  await signInAs(page, people.supermarket, paths.patientSearch);
  const chooser = page.getByRole('dialog', { name: 'Scegli il punto vendita' });
  const content = chooser.locator('.ant-modal-content');
  await expect(async () => {
    if (!(await chooser.isVisible())) await button(page, 'Scegli il punto vendita').click();
    await expect(chooser).toBeVisible({ timeout: 2000 });
  }).toPass();
  const { x = 0, y = 0, height = 0 } = (await content.boundingBox()) ?? {};
  await test.step('its padding', async () => {
    await page.mouse.click(x + 5, y + 5);
    await page.mouse.click(x + 5, y + height - 5);
    await expect(chooser).toBeVisible();
  });
  await test.step('a press that ends beside it', async () => {
    await page.mouse.move(x + 30, y + 5);
    await page.mouse.down();
    await page.mouse.move(x - 30, y + 5);
    await page.mouse.up();
    await expect(chooser).toBeVisible();
  });
  await page.mouse.click(x - 30, y + 5);
  await expect(chooser).toBeHidden();
});

test('design §5 Esc: one press ends one thing, in the order in which they lie over each other', async ({ page }) => {
  await signInAs(page, people.ofThreeBusinesses, paths.purchaseHistory);
  const switching = page.getByRole('button', { name: 'Cambia Business' });
  await openAccountMenu(page);
  await switching.click();
  await expect(switching).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(switching).toHaveAttribute('aria-expanded', 'false');
  await expect(switching).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(switching).toBeHidden();

  await test.step('a held key closes the palette and not the alert below it', async () => {
    await page.goto(paths.patientSearch);
    await expect(fiscalCodeField(page)).toBeFocused();
    await page.getByRole('banner').getByRole('link').first().focus();
    await page.keyboard.press('?');
    await expect(shortcuts(page)).toBeVisible();
    // A press ends what was typed: on a slow machine the scan's time stamps lie next to the '?', which would be its first key.
    await shortcuts(page).getByRole('heading').first().click();
    await scanHere(page, article(5).ean);
    const alert = page.getByText('codice letto mentre era aperta una finestra');
    await expect(alert).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(shortcuts(page)).toBeHidden();
    await page.keyboard.press('Control+k');
    await expect(dialog(page)).toBeVisible();
    for (let times = 0; times < 3; times += 1) await page.keyboard.down('Escape');
    await page.keyboard.up('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(alert).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(alert).toBeHidden();
  });
});

test('design §5 Esc: a calendar in a dialog closes before the dialog', async ({ page }) => {
  await signInAs(page, people.ofRegion, '/gestione/pratiche');
  await openChoice(page.getByRole('combobox', { name: 'Tipo pratica' }));
  await page.getByTitle('Aproteico').click();
  await button(page, 'Cerca').click();
  await page.getByRole('row').nth(1).getByRole('cell').nth(1).click();
  await button(page, 'Cambia importo mensile').click();
  const month = dialog(page).getByRole('textbox').first();
  await month.click();
  const calendar = page.locator('.ant-picker-dropdown');
  await expect(calendar).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
});

/** Drops files of the machine on a point of the page, as the browser itself does. */
async function drop(page: Page, file: string, x: number, y: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x, y, data });
}

test('rules §10 drop: a file beside its box leaves no page, and is told; in the box it is taken', async ({
  page,
}, testInfo) => {
  const file = testInfo.outputPath('assistiti.csv');
  await writeFile(file, 'a;b\r\n');
  await page.goto(paths.home);
  await drop(page, file, 300, 300);
  await expect(page).toHaveURL(paths.home);
  await signInAs(page, people.ofRegion, adminPaths.imports);
  const beside = page.getByText('Il file è stato rilasciato fuori dal riquadro');
  await expect(page.getByText('Trascina qui il file')).toBeVisible();
  for (const [x, y] of [
    [20, 400],
    [300, 20],
  ] as const) {
    await drop(page, file, x, y);
    await expect(beside).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(beside).toBeHidden();
  }
  await expect(page).toHaveURL(adminPaths.imports);
  const box = await page.locator('.ant-upload-drag').boundingBox();
  await drop(page, file, (box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
  await expect(page.getByTitle('assistiti.csv')).toBeVisible();
  await expect(beside).toBeHidden();
});

test('design §5 two tabs: columns that both hide stay hidden in both', async ({ page, context }) => {
  await signInAs(page, people.ofRegion, '/gestione/produttori');
  const other = await context.newPage();
  await signInAs(other, people.ofRegion, '/gestione/produttori');
  const hide = async (tab: Page, name: string) => {
    await tab.getByRole('button', { name: 'Colonne' }).click();
    await tab.getByRole('checkbox', { name, exact: true }).click();
    await tab.keyboard.press('Escape');
  };
  const head = (tab: Page) => tab.getByRole('columnheader', { name: 'Stato', exact: true });
  await expect(head(other)).toBeVisible();
  await hide(page, 'Stato');
  await expect(head(page)).toBeHidden();
  await expect(head(other)).toBeHidden();
  await hide(other, 'Stato');
  await expect(head(page)).toBeVisible();
});
