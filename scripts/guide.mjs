// Makes the pictures of the portal's guides (public/guide) in each language, and those of the README, from the running
// program with demonstration data.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { register } from 'tsx/esm/api';
import { buildPortalIfStale } from './build-if-stale.mjs';

if (process.argv.length > 2) {
  console.error('npm run guide: it takes no arguments, only PORT');
  process.exit(2);
}

register();
const { findChromium } = await import('#tests/browser/find-chromium.ts');
const { launchOptionsOf } = await import('#tests/browser/launch-options.ts');
const { signIn } = await import('#tests/browser/sign-in.ts');
const { startServerProcess } = await import('#tests/support/server-process.ts');
const { LANGUAGES } = await import('#src/providers/languages.ts');

const PUBLIC = fileURLToPath(new URL('../public/', import.meta.url));
const README_PICTURES = fileURLToPath(new URL('../docs/images/', import.meta.url));
const README_VIEW = { width: 1280, height: 720 };
const PORT = process.env.PORT ?? '3999';
const ADDRESS = `http://localhost:${PORT}`;
/** High enough for a form and its result rows. */
const VIEW = { width: 1100, height: 1040 };
/** A long list is cut below its first rows. */
const LONGEST = 800;
/** The maximum size of a picture in bytes, because the page must load fast. A full one gets a lower quality. */
const LARGEST = 60_000;
const QUALITIES = [0.7, 0.5, 0.3];
const SHOP = 'luca.carraspina';
const AUTHORITY = 'claudia.murteddu';
const OPERATOR = 'elena.sartiglia';
/** A patient of the demonstration data without a PIN. */
const PATIENT = 'MRTGRZ85S43I452G';
const PATIENT_WITH_PIN = 'SRRFSE78E12B354Q';
/** Invented, and not stored. */
const NEW_PATIENT = { fiscalCode: 'RSSMRA80A41B354A', lastName: 'Rossi', firstName: 'Maria' };
/** A file of which one line is right, one changes a patient and one is refused. */
const IMPORTED = `Codice fiscale;Cognome;Nome;Sesso;Data di nascita;Conferma degli acquisti
RSSMRA80A41B354A;Rossi;Maria;F;01/01/1980;Con PIN
MRTGRZ85S43I452G;Mirtosanu;Grazia Anna;F;03/11/1985;Senza PIN
SRRFSE78E12B354X;Serrabanda;Efisio;M;12/05/1978;Con PIN
`;

/** Runs in the page. Data, notices and dialogs come in their time. Endless animations, as of a spinner, do not count. */
function isComplete() {
  const animations = globalThis.document.getAnimations();
  return (
    globalThis.document.querySelector('.skeleton, [aria-busy="true"]') === null &&
    animations.every(
      ({ playState, effect }) => playState !== 'running' || effect.getComputedTiming().endTime === Infinity,
    )
  );
}

/** Converts a picture to WebP, which Playwright does not write. */
async function toWebp(page, png, quality) {
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
    { data: png.toString('base64'), quality },
  );
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}

/**
 * A function from text keys to the portal's texts in a language. For a text with a placeholder it returns a pattern of
 * the part before it.
 */
async function textsOf(language) {
  const files = new Map();
  const folder = join(PUBLIC, 'locales', language);
  for (const file of await readdir(folder)) {
    files.set(file.replace('.json', ''), JSON.parse(await readFile(join(folder, file), 'utf8')));
  }
  return (key) => {
    const [file, path] = key.split(':');
    const text = path.split('.').reduce((texts, name) => texts[name], files.get(file));
    return text.includes('{') ? new RegExp(`^${text.slice(0, text.indexOf('{'))}`) : text;
  };
}

/** Signs a user in and returns a function that takes a picture of the screen below header and menu. */
async function visit(browser, username, language) {
  const text = await textsOf(language);
  const folder = join(PUBLIC, 'guide', language);
  await mkdir(folder, { recursive: true });
  const options = { baseURL: ADDRESS, viewport: VIEW, locale: 'it-IT', colorScheme: 'light', reducedMotion: 'reduce' };
  const context = await browser.newContext(options);
  const page = await context.newPage();
  // A busy machine is slow.
  page.setDefaultTimeout(120_000);
  await page.goto('/');
  await signIn(page, username);
  await page.evaluate((chosen) => globalThis.localStorage.setItem('language', chosen), language);
  async function picture(name) {
    // No tooltip of what the mouse rests on.
    await page.mouse.move(0, 0);
    await page.waitForLoadState('networkidle');
    await page.waitForFunction(isComplete);
    const top = (await page.locator('.app__body').boundingBox())?.y ?? 0;
    // The page fills the window, so the end of its content is measured.
    const end = await page
      .locator('main :not(:has(*))')
      .evaluateAll((leaves) => Math.max(...leaves.map((leaf) => leaf.getBoundingClientRect().bottom)));
    const dialog = page.getByRole('dialog');
    const box = (await dialog.isVisible()) ? await dialog.boundingBox() : null;
    const y = box ? 0 : Math.max(0, top);
    const bottom = box ? Math.min(box.y * 2 + box.height, VIEW.height) : Math.min(end + 24, y + LONGEST);
    const height = Math.round(bottom) - Math.round(y);
    const png = await page.screenshot({ clip: { x: 0, y: Math.round(y), width: VIEW.width, height } });
    let webp;
    for (const quality of QUALITIES) {
      webp = await toWebp(page, png, quality);
      if (webp.length <= LARGEST) break;
    }
    if (webp.length > LARGEST) throw new Error(`${name} has ${webp.length} bytes`);
    await writeFile(join(folder, `${name}.webp`), webp);
    console.info(`${language}/${name}.webp ${webp.length} bytes, ${VIEW.width} × ${height}`);
  }
  const buttonIn = (role) => (key) =>
    page
      .getByRole(role)
      .getByRole('button', { name: text(key), exact: true })
      .first();
  const button = buttonIn('main');
  const press = (key) => button(key).click();
  const say = (key) => buttonIn('dialog')(key).click();
  async function pictureReadme(name) {
    if (language !== LANGUAGES[0]) return;
    await page.setViewportSize(README_VIEW);
    await page.waitForLoadState('networkidle');
    await page.waitForFunction(isComplete);
    await page.screenshot({ path: join(README_PICTURES, `${name}.png`) });
    await page.setViewportSize(VIEW);
  }
  return { page, text, picture, pictureReadme, button, press, say, end: () => context.close() };
}

async function pictureSale({ page, text, picture, pictureReadme, button, press, say }) {
  await page.goto('/ricerca-assistiti');
  const code = page.getByRole('textbox', { name: text('patients:fiscalCode') });
  await code.fill(PATIENT);
  await press('patients:search');
  await page.getByRole('button', { name: PATIENT }).waitFor();
  await picture('sale-search');
  await page.getByRole('button', { name: PATIENT }).click();
  await page.waitForURL('**/anagrafica');
  await picture('sale-patient');
  await press('sale:forward');
  await say('common:yes');
  await page.waitForURL('**/prodotti');
  await page.getByRole('textbox', { name: text('sale:product.name') }).fill('pane');
  await press('sale:product.search');
  await page.locator('td .ant-btn-link').first().click();
  await picture('sale-products');
  await press('sale:line.add');
  await button('sale:cart.deleteProduct').waitFor();
  await pictureReadme('sale');
  await press('sale:forward');
  await page.waitForURL('**/riepilogo');
  await button('common:confirm').and(page.locator(':enabled')).waitFor();
  await picture('sale-summary');
  await press('common:confirm');
  await say('sale:confirmation.yes');
  await page.waitForURL('**/completato');
  await picture('sale-completed');
}

async function pictureAfterSale({ page, picture, button, press }) {
  await page.goto('/storico-acquisti');
  await button('purchases:cancelOf').waitFor();
  await picture('storno-list');
  await press('purchases:cancelOf');
  await page.getByRole('dialog').waitFor();
  await picture('storno-confirm');
  await page.keyboard.press('Escape');
}

async function fillLastMonth({ page, text, press }) {
  await press('period:preset.lastMonth');
  const party = page.getByRole('combobox', { name: text('period:aslId.label') });
  if ((await party.count()) === 0) return;
  await party.click();
  await page.locator('.ant-select-item-option').first().click();
}

async function pictureBilling(visitor, name) {
  await visitor.page.goto('/prospetto-fatturazione');
  await visitor.button('billing:exportPdf').waitFor();
  await fillLastMonth(visitor);
  await visitor.page.getByText(visitor.text('billing:totals.total'), { exact: true }).first().waitFor();
  await visitor.picture(name);
}

async function pictureOrders(visitor, name) {
  await visitor.page.goto('/riepilogo-ordini-amc');
  await fillLastMonth(visitor);
  await visitor.press('amc-summary:search');
  await visitor.page.getByRole('table').first().waitFor();
  await visitor.picture(name);
}

async function pictureAmc(visitor) {
  const { page, picture, press } = visitor;
  await page.goto('/ordini-amc');
  await press('period:preset.thisMonth');
  await press('amc-orders:show');
  await page.getByRole('checkbox').first().waitFor();
  await press('amc-orders:toggleAll');
  await picture('amc-select');
  await press('amc-orders:confirm');
  await page.getByRole('dialog').waitFor();
  await picture('amc-confirm');
  await page.keyboard.press('Escape');
}

async function choose({ page, text }, label, option) {
  await page.getByRole('combobox', { name: text(label) }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: option }).first().click();
}

async function picturePatient(visitor) {
  const { page, text, picture, press, button } = visitor;
  const field = (key) => page.getByRole('textbox', { name: text(`admin:patients.field.${key}`), exact: true });
  await page.goto('/gestione/assistiti/nuovo');
  await field('fiscalCode').fill(NEW_PATIENT.fiscalCode);
  await field('lastName').fill(NEW_PATIENT.lastName);
  await field('firstName').fill(NEW_PATIENT.firstName);
  await picture('patient-create');
  await page.goto('/gestione/assistiti');
  await field('fiscalCode').fill(PATIENT);
  await press('resource:search');
  await page.getByRole('cell', { name: PATIENT, exact: true }).click();
  await button('patient-file:showConsultations').waitFor();
  await picture('patient-vouchers');
  await page.getByRole('link', { name: text('admin:dossiers.create') }).click();
  await choose(visitor, 'admin:dossiers.field.type', text('admin:dossiers.type.PROTEIN_FREE'));
  await picture('patient-dossier');
}

async function picturePin({ page, text, picture, press }) {
  await page.goto('/gestione/assistiti');
  await page.getByRole('textbox', { name: text('admin:patients.field.fiscalCode') }).fill(PATIENT_WITH_PIN);
  await press('resource:search');
  await page.getByRole('cell', { name: PATIENT_WITH_PIN, exact: true }).click();
  await press('admin:patients.command.issuePin.label');
  await page.getByRole('dialog').waitFor();
  await picture('pin-issue');
}

async function pictureImport({ page, text, picture, press }) {
  await page.goto('/gestione/importazioni');
  await page.getByRole('list', { name: text('admin-imports:steps.label') }).waitFor();
  await picture('import-file');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'assistiti.csv', mimeType: 'text/csv', buffer: Buffer.from(IMPORTED) });
  await press('admin-imports:send');
  await page.getByText(text('admin-imports:state.CHECKED')).first().waitFor();
  await picture('import-check');
}

async function pictureClosing({ page, picture, press, button }) {
  await page.goto('/gestione/chiusure?aslId=1');
  await button('month-closing:closeMonth').waitFor();
  await picture('closing-month');
  await press('month-closing:closeMonth');
  await page.getByRole('dialog').waitFor();
  await picture('closing-close');
  await page.keyboard.press('Escape');
}

async function pictureOffice(visitor) {
  const { page, text, picture, pictureReadme } = visitor;
  await page.goto('/gestione/spesa');
  await page.getByRole('region', { name: text('spending:finding.title') }).waitFor();
  await picture('spending-figures');
  await page.goto('/gestione/utenti/nuovo');
  await choose(visitor, 'admin:users.field.profile', text('admin:users.profile.BUSINESS'));
  await picture('users-create');
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await pictureReadme('office');
}

if (!(await buildPortalIfStale())) process.exit(1);
const dataFolder = await mkdtemp(join(tmpdir(), 'guide-'));
const settings = { PORT, DATA_DIR: dataFolder, PUBLIC_URL: ADDRESS };
const server = await startServerProcess(['scripts/start.mjs'], settings);
const browser = await chromium.launch(launchOptionsOf(await findChromium()));
try {
  for (const language of LANGUAGES) {
    const shop = await visit(browser, SHOP, language);
    await pictureSale(shop);
    await pictureAfterSale(shop);
    await pictureBilling(shop, 'billing-period');
    await pictureAmc(shop);
    await pictureOrders(shop, 'amc-orders');
    await shop.end();
    const authority = await visit(browser, AUTHORITY, language);
    await pictureOrders(authority, 'asl-orders');
    await pictureBilling(authority, 'aslBilling-period');
    await authority.end();
    const operator = await visit(browser, OPERATOR, language);
    await picturePatient(operator);
    await picturePin(operator);
    await pictureImport(operator);
    await pictureClosing(operator);
    await pictureOffice(operator);
    await operator.end();
  }
} finally {
  await browser.close();
  await server.end();
  await rm(dataFolder, { recursive: true, force: true });
}
