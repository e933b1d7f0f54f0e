import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { ERRORS } from '#contract/errors.ts';

const FOLDER = join(import.meta.dirname, '../../../../../public/locales');
const SOURCES = join(import.meta.dirname, '../../../../../src');
/** Its texts are imported, not asked for by key. */
const BUILT_IN = 'startup.json';
const namespaces = readdirSync(join(FOLDER, 'it'));

interface Texts {
  readonly [key: string]: string | Texts;
}

function textsOf(language: string, file: string): Map<string, string> {
  const flat = new Map<string, string>();
  function collect(texts: Texts, prefix: string): void {
    for (const [key, value] of Object.entries(texts)) {
      if (typeof value === 'string') flat.set(prefix + key, value);
      else collect(value, `${prefix}${key}.`);
    }
  }
  collect(JSON.parse(readFileSync(join(FOLDER, language, file), 'utf8')) as Texts, '');
  return flat;
}

function placeholders(text: string): string[] {
  return Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name ?? '').toSorted();
}

/** What the code asks for: each key as it stands in a string, with anything in the place of what is put in. */
function askedKeys(): RegExp[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const code = files.map((file) => readFileSync(join(SOURCES, file), 'utf8')).join('\n');
  const keys = code.matchAll(/['"`]([a-z-]+:(?:[\w.]|\$\{[^}]*\})+)['"`]/g);
  const asked = new Set(
    Array.from(keys, ([, key = '']) => key.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[\\w.]+')),
  );
  return Array.from(asked, (key) => new RegExp(`^${key}$`));
}

test('design §5 no text that nothing asks for', () => {
  const asked = askedKeys();
  const unused = namespaces
    .filter((file) => file !== BUILT_IN)
    .flatMap((file) => Array.from(textsOf('it', file).keys(), (key) => `${basename(file, '.json')}:${key}`))
    .filter((key) => !asked.some((pattern) => pattern.test(key)));
  expect(unused).toEqual([]);
});

test('design §5 both languages have the same files', () => {
  expect(readdirSync(join(FOLDER, 'en'))).toEqual(namespaces);
});

test.each(namespaces)('design §5 %s has the same keys and placeholders in both languages, none empty', (file) => {
  const [italian, english] = [textsOf('it', file), textsOf('en', file)];
  expect([...english.keys()].toSorted()).toEqual([...italian.keys()].toSorted());
  for (const [key, text] of italian) {
    expect(text.trim(), key).not.toBe('');
    expect(english.get(key)?.trim(), key).not.toBe('');
    expect(placeholders(english.get(key) ?? ''), key).toEqual(placeholders(text));
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
