import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

/** A path of an import that runs, also of one that is loaded at need. */
const IMPORT = /(?:^(?:import|export) (?!type )[^;]*?from |^import |\bimport\()'([^']+)'/gms;

/** The file of ours that an import means; the demonstration does not run in production. */
function fileOf(path: string, from: string): string | undefined {
  if (path.startsWith('#')) return resolve(path.slice(1));
  return path.startsWith('.') ? resolve(from, '..', path) : undefined;
}

test('design §4 threads: what draws documents and reads messages of the sign-on is not loaded beside other requests', async () => {
  const packages = new Set<string>();
  const files = [resolve('server/main.ts')];
  for (const file of files) {
    const source = await readFile(file, 'utf8');
    for (const [, path = ''] of source.matchAll(IMPORT)) {
      const next = fileOf(path, file);
      if (next === undefined) packages.add(path);
      else if (next.endsWith('.ts') && !next.startsWith(resolve('demo')) && !files.includes(next)) files.push(next);
    }
  }
  expect(files.length).toBeGreaterThan(100);
  expect([...packages]).toEqual(expect.arrayContaining(['fastify', 'pg']));
  expect([...packages].filter((name) => /pdfkit|fontkit|node-saml|scrypt/.test(name))).toEqual([]);
});
