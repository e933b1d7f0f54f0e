import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type InlineConfig, build } from 'vite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { refuseWrongTexts } from '#scripts/refuse-wrong-texts.ts';
import { type NestedTexts, flatten } from '#scripts/check-texts.ts';
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

/** Not the words of the glossary: the specification gives these texts word for word. */
const WORDS_OF_SPECIFICATION = [
  'common:business.switch',
  'error:VOUCHER_AMOUNT_NOT_SUFFICIENT',
  'patients:warning.NO_VOUCHER',
  'patients:warning.NO_ACTIVE_DOSSIERS',
];

test('§2 §8 texts: only they say business, paziente, voucher or dossier; all others esercente, assistito, buono, pratica', () => {
  const locales = join(HOUSE, 'public/locales/it');
  const texts = readdirSync(locales).flatMap((file) =>
    Array.from(
      flatten(JSON.parse(readFileSync(join(locales, file), 'utf8')) as NestedTexts),
      ([key, text]) => [`${basename(file, '.json')}:${key}`, text] as const,
    ),
  );
  const others = texts.filter(([, text]) => /\b(?:business|pazient|voucher|dossier|merchant|esercizi)/i.test(text));
  expect(others.map(([key]) => key)).toEqual(WORDS_OF_SPECIFICATION);
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
