import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { findChromium } from './find-chromium.ts';
import { launchOptionsOf } from './launch-options.ts';

/**
 * Draws the icons of the installed portal from its mark: npx tsx tests/browser/draw-icons.ts. A maskable icon fills its
 * square, with the mark inside the circle that every system shows.
 */
const FOLDER = join(import.meta.dirname, '../../public/icons');
const ICONS = [
  { file: 'icon-192.png', size: 192, share: 1, background: 'transparent' },
  { file: 'icon-512.png', size: 512, share: 1, background: 'transparent' },
  { file: 'icon-maskable-512.png', size: 512, share: 0.95, background: '#0066cc' },
  { file: 'apple-touch-icon.png', size: 180, share: 0.95, background: '#0066cc' },
] as const;

async function draw(browser: Browser, mark: string, { file, size, share, background }: (typeof ICONS)[number]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const side = Math.round(size * share);
  await page.setContent(`<body style="margin:0;display:grid;place-items:center;height:100vh;background:${background}">
    <div style="width:${String(side)}px;height:${String(side)}px">${mark}</div></body>`);
  await page.screenshot({ path: join(FOLDER, file), omitBackground: true });
  await page.close();
}

const mark = await readFile(join(FOLDER, 'mark.svg'), 'utf8');
const browser = await chromium.launch(launchOptionsOf(await findChromium()));
try {
  for (const icon of ICONS) await draw(browser, mark, icon);
} finally {
  await browser.close();
}
