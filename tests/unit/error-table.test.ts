import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ERRORS } from '#contract/errors.ts';
import italian from '../../public/locales/it/error.json' with { type: 'json' };

/** Stands for all errors that end so. */
const NOT_FOUND = '_NOT_FOUND';

/** The errors that the document lists under each status: description, status, code. */
function readTable(): [string, string][] {
  const [, list = ''] = /^### The error table$(.*?)^Our server/ms.exec(readFileSync('docs/rules.md', 'utf8')) ?? [];
  const [, ...parts] = list.split(/\*\*(\d{3})\*\*/);
  return parts.flatMap((status, index) => {
    if (index % 2 !== 0) return [];
    const errors = (parts[index + 1] ?? '').matchAll(/`(…?[A-Z_]+)`\s+(\d{4})/g);
    return Array.from(errors, ([, description = '', code = '']): [string, string] => [
      description,
      `${status} ${code}`,
    ]);
  });
}

test('rules §2 error table: each error is listed with status and code, and has its text; no other is listed', () => {
  const own = Object.entries(ERRORS).filter(([description]) => !description.endsWith(NOT_FOUND));
  const expected = own.map(([description, { status, code }]) => [description, `${status} ${code}`]);
  expect(readTable().toSorted()).toEqual([...expected, [`…${NOT_FOUND}`, '404 4040']].toSorted());
  const texts = new Map(Object.entries(italian));
  // The generic text of §8 stands for this one.
  expect(own.flatMap(([description]) => (texts.has(description) ? [] : [description]))).toEqual(['INTERNAL_ERROR']);
});
