import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ERRORS } from '#contract/errors.ts';
import italian from '../../public/locales/it/error.json' with { type: 'json' };

/** One row stands for all of these. */
const NOT_FOUND = '_NOT_FOUND';

/** The cells of the rows of the error table, by description. */
function readTable(): [string, ...string[]][] {
  const rules = readFileSync('docs/rules.md', 'utf8');
  const rows = [...rules.matchAll(/^\| `(…?[A-Z_]+)` +\| (.+?) +\|$/gm)];
  return rows.map(([, description = '', cells = '']) => [description, ...cells.split(/ +\| /)]);
}

test('rules §2 error table: each error has its row, with status, code and text, and no row is of another', () => {
  const texts = new Map(Object.entries(italian));
  const expected = Object.entries(ERRORS)
    .filter(([description]) => !description.endsWith(NOT_FOUND))
    .map(([description, { status, code }]) => [description, `${status} ${code}`, texts.get(description)]);
  const all = [...expected, [`…${NOT_FOUND}`, '404 4040', italian.NOT_FOUND]];
  // The table does not repeat the generic text of §8.
  const compared = (rows: readonly unknown[][]) =>
    rows.map((row) => (row[0] === 'INTERNAL_ERROR' ? row.slice(0, 2) : row)).toSorted();
  expect(compared(readTable())).toEqual(compared(all));
});
