// Makes the pictures of the portal's guide (public/guide) from the running program on demonstration data.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { register } from 'tsx/esm/api';
import { buildPortalIfStale } from './build-portal.mjs';

register();
const { findChromium } = await import('../tests/browser/find-chromium.ts');
const { launchOptionsOf } = await import('../tests/browser/launch-options.ts');
const { signIn } = await import('../tests/browser/sign-in.ts');

const FOLDER = fileURLToPath(new URL('../public/guide/', import.meta.url));
const PORT = process.env.PORT ?? '3999';
const ADDRESS = `http://localhost:${PORT}`;
/** High enough for a form and the rows that it finds. */
const VIEW = { width: 1100, height: 1040 };
/** A picture is looked at on a page that has to be light. */
const LARGEST = 60_000;
const QUALITY = 0.7;
const SHOP = 'luca.carraspina';
const AUTHORITY = 'claudia.murteddu';
/** Of the demonstration data: somebody of whom no PIN is asked. */
const PATIENT = 'MRTGRZ85S43I452G';

async function startServer(dataFolder) {
  const env = { ...process.env, PORT, DATA_DIR: dataFolder, PUBLIC_URL: ADDRESS };
  const server = spawn(process.execPath, ['scripts/start.mjs'], { env, stdio: 'ignore' });
  while (server.exitCode === null) {
    const answer = await globalThis.fetch(`${ADDRESS}/readyz`).catch(() => null);
    if (answer?.ok) return server;
    await setTimeout(500);
  }
  throw new Error('the server has ended');
}

/** What is shown, as WebP, which Playwright does not write. */
async function toWebp(page, png) {
  const address = await page.evaluate(
    async ({ data, quality }) => {
      const image = new globalThis.Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = globalThis.document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext('2d').drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', quality);
    },
    { data: png.toString('base64'), quality: QUALITY },
  );
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}

/** A visitor who is signed in, and what takes a picture of the screen below header and menu. */
async function visit(browser, username) {
  const options = { baseURL: ADDRESS, viewport: VIEW, locale: 'it-IT', colorScheme: 'light', reducedMotion: 'reduce' };
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto('/');
  await signIn(page, username);
  async function picture(name) {
    await page.waitForLoadState('networkidle');
    // Notices that pass, and dialogs that fade in, have done so.
    await setTimeout(800);
    const top = (await page.locator('.app__body').boundingBox())?.y ?? 0;
    // The screen fills the window: what is on it ends before.
    const end = await page
      .locator('main :not(:has(*))')
      .evaluateAll((leaves) => Math.max(...leaves.map((leaf) => leaf.getBoundingClientRect().bottom)));
    const dialog = page.getByRole('dialog');
    const box = (await dialog.isVisible()) ? await dialog.boundingBox() : null;
    const y = box ? 0 : Math.max(0, top);
    const height = Math.round(Math.min(box ? box.y * 2 + box.height : end + 24, VIEW.height)) - Math.round(y);
    const webp = await toWebp(
      page,
      await page.screenshot({ clip: { x: 0, y: Math.round(y), width: VIEW.width, height } }),
    );
    if (webp.length > LARGEST) throw new Error(`${name} has ${webp.length} bytes`);
    await writeFile(join(FOLDER, `${name}.webp`), webp);
    console.info(`${name}.webp ${webp.length} bytes, ${VIEW.width} × ${height}`);
  }
  const press = (name) => page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
  const say = (name) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  return { page, picture, press, say, end: () => context.close() };
}

async function pictureSale({ page, picture, press, say }) {
  await page.goto('/ricerca-assistiti');
  const code = page.getByRole('textbox', { name: 'Codice fiscale' });
  await code.fill(PATIENT);
  await press('Cerca');
  await page.getByRole('button', { name: PATIENT }).waitFor();
  await picture('sale-search');
  await page.getByRole('button', { name: PATIENT }).click();
  await page.waitForURL('**/anagrafica');
  await picture('sale-patient');
  await press('Avanti');
  await say('Sì');
  await page.waitForURL('**/prodotti');
  await page.getByRole('textbox', { name: 'Nome prodotto' }).fill('pane');
  await press('Cerca');
  await page.locator('td .ant-btn-link').first().click();
  await picture('sale-products');
  await press('Aggiungi');
  await page.getByRole('button', { name: /^Elimina / }).waitFor();
  await press('Avanti');
  await page.waitForURL('**/riepilogo');
  await picture('sale-summary');
  await press('Conferma');
  await say('Sì');
  await page.waitForURL('**/completato');
  await picture('sale-completed');
}

async function pictureAfterSale({ page, picture, press }) {
  await page.goto('/storico-acquisti');
  await page
    .getByRole('button', { name: /^Storna l'acquisto/ })
    .first()
    .waitFor();
  await picture('storno-list');
  await press(/^Storna l'acquisto/);
  await page.getByRole('dialog').waitFor();
  await picture('storno-confirm');
  await page.keyboard.press('Escape');
}

async function fillLastMonth({ page, press }) {
  await press('Mese precedente');
  const party = page.getByRole('combobox', { name: 'ASL' });
  if ((await party.count()) === 0) return;
  await party.click();
  await page.locator('.ant-select-item-option').first().click();
}

async function pictureBilling(visitor, name) {
  await visitor.page.goto('/prospetto-fatturazione');
  await visitor.page.getByRole('button', { name: 'Esporta riepilogo PDF' }).waitFor();
  await fillLastMonth(visitor);
  await visitor.picture(name);
}

async function pictureOrders(visitor, name) {
  await visitor.page.goto('/riepilogo-ordini-amc');
  await fillLastMonth(visitor);
  await visitor.press('Ricerca Ordini AMC');
  await visitor.page.getByRole('table').first().waitFor();
  await visitor.picture(name);
}

async function pictureAmc(visitor) {
  const { page, picture, press } = visitor;
  await page.goto('/ordini-amc');
  await press('Mese corrente');
  await press('Mostra acquisti');
  await page.getByRole('checkbox').first().waitFor();
  await press('Seleziona/Deseleziona tutto');
  await picture('amc-select');
  await press('Conferma ordini AMC');
  await page.getByRole('dialog').waitFor();
  await picture('amc-confirm');
  await page.keyboard.press('Escape');
}

if (!(await buildPortalIfStale())) process.exit(1);
await mkdir(FOLDER, { recursive: true });
const dataFolder = await mkdtemp(join(tmpdir(), 'guide-'));
const server = await startServer(dataFolder);
const browser = await chromium.launch(launchOptionsOf(await findChromium()));
try {
  const shop = await visit(browser, SHOP);
  await pictureSale(shop);
  await pictureAfterSale(shop);
  await pictureBilling(shop, 'billing-period');
  await pictureAmc(shop);
  await pictureOrders(shop, 'amc-orders');
  await shop.end();
  const authority = await visit(browser, AUTHORITY);
  await pictureOrders(authority, 'asl-orders');
  await pictureBilling(authority, 'aslBilling-period');
  await authority.end();
} finally {
  await browser.close();
  const ended = once(server, 'exit');
  server.kill();
  await ended;
  await rm(dataFolder, { recursive: true, force: true });
}
