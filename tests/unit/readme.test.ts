import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeVariables } from '#server/settings/settings.ts';
import packageFile from '../../package.json' with { type: 'json' };

const readme = readFileSync('README.md', 'utf8');

const sections = new Map(readme.split(/^## /m).map((part) => [part.slice(0, part.indexOf('\n')), part]));

/** The cells in backquotes of the first column of the table below a heading. */
function firstColumn(heading: string): string[] {
  return [...(sections.get(heading) ?? '').matchAll(/^\| `([^`]+)`/gm)].map(([, cell = '']) => cell);
}

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

test('design §2 repository: the README lists every script of package.json, and no other', () => {
  const names = firstColumn('Scripts').map((cell) => cell.replace(/^run /, ''));
  expect(names.sort()).toEqual(Object.keys(packageFile.scripts).sort());
});

test('design §2 repository: the README names folders that exist', () => {
  const folders = [...(sections.get('Folders') ?? '').matchAll(/^- `([^`]+)`/gm)].map(([, folder = '']) => folder);
  expect(folders.length).toBeGreaterThan(5);
  expect(folders.filter((folder) => !existsSync(folder))).toEqual([]);
});
