import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SOURCES = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const RECORD = readFileSync('docs/decisions/0065-judged-after-the-lock.md', 'utf8');

/** The files of the server with a text in one of these forms. */
function filesWith(...forms: readonly RegExp[]): string[] {
  return SOURCES.filter((file) => {
    const source = readFileSync(`server/${file}`, 'utf8');
    return forms.some((form) => form.test(source));
  });
}

test('design §4 locks: rows are locked by the functions that read nothing to judge by, and by claims that never wait', () => {
  const locking = [/\.for(?:No)?(?:Key)?(?:Update|Share)\(/, /\bfor (?:no key )?update\b/, /\bfor (?:key )?share\b/];
  expect(filesWith(...locking).sort()).toEqual([
    'amc-orders/delivery.ts',
    'database/row-locks.ts',
    'http/kept-answers.ts',
  ]);
});

test('design §4 locks: every file that writes has its verdict in decision 0065', () => {
  const writing = [
    /\.(?:updateTable|insertInto|deleteFrom)\(/,
    /`\s*(?:update|insert into|delete from) /,
    /\bwriteRows\(/,
  ];
  const missing = filesWith(...writing).filter(
    (file) => !file.startsWith('database/') && !RECORD.includes(`\`${file}\``),
  );
  expect(missing).toEqual([]);
});
