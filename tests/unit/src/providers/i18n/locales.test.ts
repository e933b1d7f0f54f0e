import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { ERRORS } from '#contract/errors.ts';
import { type Texts, askedAs, askedKeys, differences, emptyTexts, flatten, pluralProblems } from './check-texts.ts';

const FOLDER = join(import.meta.dirname, '../../../../../public/locales');
const SOURCES = join(import.meta.dirname, '../../../../../src');
/** Its texts are imported, not asked for by key. */
const BUILT_IN = 'startup.json';
/** Its texts are the operator's to write (docs/deployment.md). */
const OPERATORS = 'operator.json';
const LANGUAGES = ['it', 'en'] as const;
const namespaces = readdirSync(join(FOLDER, 'it'));

function textsOf(language: string, file: string): Texts {
  return flatten(JSON.parse(readFileSync(join(FOLDER, language, file), 'utf8')) as Parameters<typeof flatten>[0]);
}

function sourceCode(): string {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  return files.map((file) => readFileSync(join(SOURCES, file), 'utf8')).join('\n');
}

const asked = askedKeys(sourceCode());
const keys = namespaces
  .filter((file) => file !== BUILT_IN)
  .flatMap((file) => Array.from(textsOf('it', file).keys(), (key) => `${basename(file, '.json')}:${askedAs(key)}`));

test('design §5 no text that nothing asks for', () => {
  const patterns = [...asked.values()];
  expect(keys.filter((key) => !patterns.some((pattern) => pattern.test(key)))).toEqual([]);
});

test('design §5 no key asked for without a text', () => {
  const names = new Set(namespaces.map((file) => basename(file, '.json')));
  const missing = [...asked].filter(([key]) => names.has(key.split(':')[0] ?? ''));
  expect(missing.filter(([, pattern]) => !keys.some((key) => pattern.test(key))).map(([key]) => key)).toEqual([]);
});

test('design §5 both languages have the same files', () => {
  expect(readdirSync(join(FOLDER, 'en'))).toEqual(namespaces);
});

test.each(namespaces)('design §5 %s has the same keys and placeholders in both languages', (file) => {
  expect(differences(textsOf('it', file), textsOf('en', file))).toEqual([]);
});

test.each(namespaces)('design §5 %s has every plural form, and no text that is empty', (file) => {
  for (const language of LANGUAGES) {
    const texts = textsOf(language, file);
    expect(pluralProblems(language, texts), language).toEqual([]);
    expect(emptyTexts(texts), language).toEqual(file === OPERATORS ? [...texts.keys()] : []);
  }
});

test.each(Object.keys(ERRORS).filter((key) => !key.endsWith('_NOT_FOUND') && key !== 'INTERNAL_ERROR'))(
  'decisions §2 the error %s has its text',
  (description) => {
    expect(textsOf('it', 'error.json').has(description)).toBe(true);
  },
);

test.each([
  ['attention', 'Attenzione!'],
  ['GENERIC', 'Si è vericato un errore'],
  ['status', 'Si è vericato un errore {status}'],
  ['sessionExpired', 'La sessione è scaduta, accedi di nuovo'],
  ['VOUCHER_AMOUNT_NOT_SUFFICIENT', 'Non hai sufficiente disponibilità nel voucher'],
  ['TRANSACTION_WRONG_OTP', "Attenzione il PIN inserito non e' corretto"],
  ['TRANSACTION_ALREADY_EXECUTED', "La transazione e' gia' stata eseguita"],
  ['download.success.title', 'Operazione avvenuta con successo'],
  ['download.failure.title', 'Errore durante il download'],
])('§8 the text of %s is verbatim', (key, text) => {
  expect(textsOf('it', 'error.json').get(key)).toBe(text);
});
