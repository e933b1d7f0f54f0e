import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeVariables } from '#server/settings/settings.ts';
import packageFile from '../../package.json' with { type: 'json' };

/** The cells of each row of the table that begins with this heading. */
function rowsOf(text: string, heading: string): string[][] {
  const [table = ''] = new RegExp(`^\\| ${heading} [\\s\\S]*?\\n(?=\\n)`, 'm').exec(text) ?? [];
  const [, , ...rows] = table.trim().split('\n');
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

test('design §4 settings: the document lists every environment variable as the server reads it, and no other', () => {
  expect(rowsOf(readFileSync('docs/configuration.md', 'utf8'), 'Variable')).toEqual(describeVariables());
});

test('design §2 repository: CONTRIBUTING lists every script of package.json, and no other', () => {
  const [, scripts = ''] = readFileSync('CONTRIBUTING.md', 'utf8').split('\n## Scripts\n');
  const names = rowsOf(scripts, 'Command').map(([cell = '']) => cell.replaceAll(/^`(run )?|`$/g, ''));
  expect(names.sort()).toEqual(Object.keys(packageFile.scripts).sort());
});
