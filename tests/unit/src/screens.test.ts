import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

test('§2 lazily loaded: the history, as every screen, is loaded when it is opened and imported by nothing before', async () => {
  const source = await readFile('src/screens.ts', 'utf8');
  expect(source).toContain("load: () => import('./pages/purchase-history/index.tsx')");
  expect(source).not.toMatch(/^(import|export) .*\/pages\//m);
});
