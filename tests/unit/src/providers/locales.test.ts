import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ERRORS } from '#contract/errors.ts';
import { flatten } from '#scripts/check-texts.ts';

const FOLDER = join(import.meta.dirname, '../../../../public/locales');
const FILE = join(FOLDER, 'it/error.json');
const texts = flatten(JSON.parse(readFileSync(FILE, 'utf8')) as Parameters<typeof flatten>[0]);

test.each(Object.keys(ERRORS).filter((key) => !key.endsWith('_NOT_FOUND') && key !== 'INTERNAL_ERROR'))(
  'rules §2 the error %s has its text',
  (description) => {
    expect(texts.has(description)).toBe(true);
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
  expect(texts.get(key)).toBe(text);
});

test('design §5 all texts have the apostrophe of the verbatim ones', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
  expect(files).not.toHaveLength(0);
  expect(files.filter((file) => readFileSync(join(FOLDER, file), 'utf8').includes('’'))).toEqual([]);
});
