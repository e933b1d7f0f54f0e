import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type InlineConfig, build } from 'vite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { refuseWrongTexts } from '#scripts/refuse-wrong-texts.ts';
import { textProblems } from '#scripts/text-problems.ts';

const HOUSE = join(import.meta.dirname, '../../..');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'voucher-texts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function writeHouse(files: Readonly<Record<string, string | object>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
}

function problems(root: string): string[] {
  return textProblems(join(root, 'public/locales'), join(root, 'src'));
}

test('design §5 texts: both languages are whole, no key missing, none unused', () => {
  expect(problems(HOUSE)).toEqual([]);
});

test('design §5 texts: each thing that can be wrong is found, with its file and key', () => {
  writeHouse({
    'src/page.tsx': "translate('sale:title') + translate('sale:lost') + translate('sale:items')",
    'public/locales/it/sale.json': { title: 'Titolo', old: 'Vecchio', items: '{stores} negozi', empty: '' },
    'public/locales/en/sale.json': { title: 'Title', old: 'Old {name}', items: '{stores} stores' },
    'public/locales/it/only.json': {},
  });
  expect(problems(folder)).toEqual([
    'only.json: in one language only',
    'sale.json: old: placeholders differ',
    'sale.json: empty: missing in English',
    'sale.json: it items: no plural forms',
    'sale.json: it empty: empty',
    'sale.json: en items: no plural forms',
    'sale:old: nothing asks for it',
    'sale:empty: nothing asks for it',
    'sale:lost: asked for, without a text',
  ]);
});

test('design §5 texts: a build of the portal fails when they are wrong, and says which', async () => {
  const house = {
    'index.html': '<script type="module" src="/src/page.tsx"></script>',
    'src/page.tsx': "console.log('sale:title');",
    'public/locales/it/sale.json': { title: 'Titolo' },
  };
  const options: InlineConfig = {
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [refuseWrongTexts()],
  };
  writeHouse({ ...house, 'public/locales/en/sale.json': {} });
  await expect(build(options)).rejects.toThrow('sale.json: title: missing in English');
  writeHouse({ ...house, 'public/locales/en/sale.json': { title: 'Title' } });
  await expect(build(options)).resolves.toBeDefined();
});
