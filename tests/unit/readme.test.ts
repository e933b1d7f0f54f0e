import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { environment } from '#server/settings/environment.ts';
import packageFile from '../../package.json' with { type: 'json' };

const readme = readFileSync('README.md', 'utf8');

const sections = new Map(readme.split(/^## /m).map((part) => [part.slice(0, part.indexOf('\n')), part]));

/** The cells in backquotes of the first column of the table below a heading. */
function firstColumn(heading: string): string[] {
  return [...(sections.get(heading) ?? '').matchAll(/^\| `([^`]+)`/gm)].map(([, cell = '']) => cell);
}

test('design §4 settings: the README lists every environment variable that the server reads, and no other', () => {
  expect(firstColumn('Configuration').sort()).toEqual(Object.keys(environment.shape).sort());
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
