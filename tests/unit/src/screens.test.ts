import { readFile, readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** A static import or re-export of a page's module; one of types alone is gone after the build. */
const IMPORTS_HISTORY =
  /^(import|export)(?! type)\b[^;]*?from '[^']*\/pages\/purchases\/|^import '[^']*\/pages\/purchases\//m;

test('§2 lazily loaded: the history, as every screen, is loaded when it is opened and imported by nothing before', async () => {
  const source = await readFile('src/screens.ts', 'utf8');
  expect(source).toContain("load: () => import('./pages/purchases/index.tsx')");
  expect(source).not.toMatch(/^(import|export) .*\/pages\//m);

  const files = (await readdir('src', { recursive: true })).filter((path) => /\.tsx?$/.test(path));
  expect(files).toContain('screens.ts');
  for (const path of files.filter((file) => !file.startsWith('pages/purchases/'))) {
    expect.soft(await readFile(`src/${path}`, 'utf8'), path).not.toMatch(IMPORTS_HISTORY);
  }
});
