import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('design §2 docs/adding-a-resource.md: the list of a declaration has every key that one may have', () => {
  const document = readFileSync('docs/adding-a-resource.md', 'utf8');
  const [list = ''] = /^What a declaration may have.*?^- .*?\n\n/ms.exec(document) ?? [];
  const said = [...list.matchAll(/`[^`]+`/g)].flatMap(([code]) => code.match(/\w+/g) ?? []);
  const interfaces =
    readFileSync('src/providers/data/declaration.ts', 'utf8').match(/^(export )?interface .*?^}/gms) ?? [];
  // `listOf` and `itemOf` create the two other kinds.
  const declared = interfaces.filter((block) => !/^export interface (List|Item)Declaration\b/.test(block)).join();
  const keys = [...declared.matchAll(/\breadonly (\w+)\??:/g)].map(([, key = '']) => key);
  expect(keys).toContain('isConfidential');
  expect(keys.filter((key) => !said.includes(key))).toEqual([]);
});
