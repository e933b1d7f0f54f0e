import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('§6 every <CanAccess> says what it asks about: else it asks about the record in the address, once for each', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  const uses = files.flatMap((file) => readFileSync(`src/${file}`, 'utf8').match(/<CanAccess\b.*?>/gs) ?? []);
  expect(uses).not.toEqual([]);
  expect(uses.filter((use) => !/ params=\{|\{\.\.\.permissionOf\(/.test(use))).toEqual([]);
});
