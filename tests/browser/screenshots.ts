import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type Browser, type Page, chromium } from '@playwright/test';
import { findChromium } from './find-chromium.ts';
import { launchOptionsOf } from './launch-options.ts';
import { signIn } from './sign-in.ts';

const USAGE = `Pictures of the running portal.

npx tsx tests/browser/screenshots.ts --url http://localhost:3000 --out pictures [--path /support …] [--user name]
  --path     a path of the portal; may be given several times (default /)
  --user     signs in as this demonstration user first
  --width    in pixels; may be given several times (default 1440 and 360)
  --theme    light or dark; may be given several times (default both)
  --prepare  a module whose \`prepare(page)\` brings the page to the state to be pictured
  --view     pictures the visible part only, not the whole page
`;

const HEIGHT = 900;
type Prepare = (page: Page) => Promise<void>;
type Theme = 'light' | 'dark';

function readArguments() {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      out: { type: 'string' },
      path: { type: 'string', multiple: true, default: ['/'] },
      user: { type: 'string' },
      width: { type: 'string', multiple: true, default: ['1440', '360'] },
      theme: { type: 'string', multiple: true, default: ['light', 'dark'] },
      prepare: { type: 'string' },
      view: { type: 'boolean', default: false },
    },
  });
  if (values.url === undefined || values.out === undefined) throw new Error(USAGE);
  return { ...values, url: values.url, out: values.out };
}

async function loadPrepare(path: string | undefined): Promise<Prepare | null> {
  if (path === undefined) return null;
  const loaded = (await import(pathToFileURL(resolve(path)).href)) as { prepare: Prepare };
  return loaded.prepare;
}

type Options = ReturnType<typeof readArguments>;

async function picture(browser: Browser, options: Options, width: number, theme: Theme, prepare: Prepare | null) {
  const context = await browser.newContext({
    baseURL: options.url,
    viewport: { width, height: HEIGHT },
    colorScheme: theme,
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => process.stderr.write(`${error.message}\n`));
  if (options.user !== undefined) {
    await page.goto('/');
    await signIn(page, options.user);
  }
  for (const path of options.path) {
    await page.goto(path, { waitUntil: 'networkidle' });
    if (prepare !== null) await prepare(page);
    const name = path.replace(/^\//, '').replace(/[^\w-]+/g, '-') || 'home';
    const file = join(options.out, `${name}-${String(width)}-${theme}.png`);
    await page.screenshot({ path: file, fullPage: !options.view });
    process.stdout.write(`${file}\n`);
  }
  await context.close();
}

const options = readArguments();
await mkdir(options.out, { recursive: true });
const prepare = await loadPrepare(options.prepare);
const browser = await chromium.launch(launchOptionsOf(await findChromium()));
try {
  for (const width of options.width) {
    for (const theme of options.theme) {
      await picture(browser, options, Number(width), theme === 'dark' ? 'dark' : 'light', prepare);
    }
  }
} finally {
  await browser.close();
}
