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

test('rules §2 error table: each error has its row, with status and code, and its text; no row is of another', () => {
  const own = Object.entries(ERRORS).filter(([description]) => !description.endsWith(NOT_FOUND));
  const expected = own.map(([description, { status, code }]) => [description, `${status} ${code}`]);
  expect(readTable().toSorted()).toEqual([...expected, [`…${NOT_FOUND}`, '404 4040']].toSorted());
  const texts = new Map(Object.entries(italian));
  // The generic text of §8 stands for this one.
  expect(own.flatMap(([description]) => (texts.has(description) ? [] : [description]))).toEqual(['INTERNAL_ERROR']);
});
