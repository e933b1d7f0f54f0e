import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ERRORS } from '#contract/errors.ts';
import english from '../../public/locales/en/error.json' with { type: 'json' };
import italian from '../../public/locales/it/error.json' with { type: 'json' };

/** One row stands for all of these. */
const NOT_FOUND = '_NOT_FOUND';

/** The cells of the rows of the error table, by description; without the error whose text is the generic one of §8. */
function readTable(): [string, ...string[]][] {
  const rules = readFileSync('docs/rules.md', 'utf8');
  const rows = [...rules.matchAll(/^\| `(…?[A-Z_]+)` +\| (.+?) +\|$/gm)];
  return rows.map(([, description = '', cells = '']) => [description, ...cells.split(/ +\| /)]);
}

test('rules §2 error table: each error has its row, with status, code and both texts, and no row is of another', () => {
  const italianTexts = new Map(Object.entries(italian));
  const englishTexts = new Map(Object.entries(english));
  const expected = Object.entries(ERRORS)
    .filter(([description]) => !description.endsWith(NOT_FOUND) && description !== 'INTERNAL_ERROR')
    .map(([description, { status, code }]) => [
      description,
      String(status),
      String(code),
      italianTexts.get(description),
      englishTexts.get(description),
    ]);
  const rows = readTable().filter(([description]) => description !== 'INTERNAL_ERROR');
  const all = [...expected, [`…${NOT_FOUND}`, '404', '4040', italian.NOT_FOUND, english.NOT_FOUND]];
  expect(rows.toSorted()).toEqual(all.toSorted());
});
